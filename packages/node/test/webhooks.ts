import { createHmac } from 'node:crypto'

/** A signed request with these events, as Standard Webhooks describes it. */
export function signWebhook(secret: string, events: readonly object[], { at = Date.now(), id = 'events_1' } = {}) {
  const body = JSON.stringify({ type: 'events', timestamp: new Date(at).toISOString(), data: { events } })
  return { body, headers: signBody(secret, body, { at, id }) }
}

/** The headers of any body. */
export function signBody(secret: string, body: string, { at = Date.now(), id = 'events_1' } = {}) {
  const timestamp = String(Math.floor(at / 1000))
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}
