import { createHmac, timingSafeEqual } from 'node:crypto'
import { ThumbturnError } from './errors.ts'
import type { ApplicationEvent } from './wire.ts'

/** A webhook as your server received it. */
export interface WebhookRequest {
  /** The signing secret (`whsec_…`), or several: any of them may have signed. */
  secret: string | readonly string[]
  /** The headers of the request, as Fetch or Node has them. */
  headers: Headers | Readonly<Record<string, string | string[] | undefined>>
  /** The exact body, before it is parsed. */
  body: string | Uint8Array
}

/** An event with its place among all events of the application. */
export type WebhookEvent = ApplicationEvent & { position: number }

/** The call of a connector. `id` is the same when it is sent again, so store it or the `uuid` of events to skip repeats. */
export interface Webhook {
  id: string
  events: readonly WebhookEvent[]
}

const toleranceMs = 5 * 60_000

/**
 * Verifies the signature of a webhook (Standard Webhooks 1.0), and returns its events in order. A request that was signed
 * more than five minutes ago is rejected.
 * @throws ThumbturnError webhook_missing_header · webhook_too_old · webhook_bad_signature · webhook_malformed
 */
export function verifyWebhook({ secret, headers, body }: WebhookRequest): Webhook {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    readHeader(headers, name),
  ) as [string, string, string]
  requireRecent(timestamp)
  const expected = [secret].flat().map((one) => sign(one, { id, timestamp, body }))
  if (!signatures.split(' ').some((given) => expected.some((wanted) => isEqual(given, wanted))))
    throw new ThumbturnError(
      'webhook_bad_signature',
      'No secret signed this webhook: check the secret, reject the call',
    )
  return { id, events: readEvents(body) }
}

function readHeader(headers: WebhookRequest['headers'], name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : [headers[name]].flat()[0]
  if (typeof value === 'string' && value !== '') return value
  throw new ThumbturnError('webhook_missing_header', `The header ${name} is missing: this is no webhook of Thumbturn`)
}

function requireRecent(timestamp: string): void {
  const age = Math.abs(Date.now() - Number(timestamp) * 1000)
  if (age <= toleranceMs) return
  throw new ThumbturnError('webhook_too_old', 'The webhook was signed more than five minutes ago: check the clock')
}

type WebhookContent = { id: string; timestamp: string; body: WebhookRequest['body'] }

function sign(secret: string, { id, timestamp, body }: WebhookContent): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  if (key.length < 16)
    throw new ThumbturnError('invalid_options', 'The signing secret is not one: it begins with whsec_')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`
}

function isEqual(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)]
  return one.length === other.length && timingSafeEqual(one, other)
}

function readEvents(body: WebhookRequest['body']): readonly WebhookEvent[] {
  try {
    const { data } = JSON.parse(Buffer.from(body).toString()) as { data: { events: WebhookEvent[] } }
    if (Array.isArray(data.events)) return data.events
  } catch {
    // It is signed, so this can only be another type of message.
  }
  throw new ThumbturnError('webhook_malformed', 'The webhook has no events: update this package')
}
