import { createHmac } from 'node:crypto'
import { toPublishedEvent } from '../../core/model/events/published-event.ts'
import type { Destination, OutgoingEvent } from '../../core/ports/destinations.ts'
import { createHttpDestination } from './http-destination.ts'
import type { DestinationContext, OpenConnector } from './opening.ts'
import { judgeStatus } from './outcomes.ts'

/** Posts batches of events, signed by the Standard Webhooks specification. */
export function openWebhook(
  { networks, now }: DestinationContext,
  { id, target, secrets }: OpenConnector<'webhook'>,
): Destination {
  const keys = [secrets.signingSecret, secrets.previousSigningSecret].filter((text) => text !== undefined).map(readKey)
  const url = new URL(target.url)
  return createHttpDestination(
    { networks },
    {
      compose(batch) {
        const body = serializeBatch(batch)
        const message = { id: nameMessage(id, batch), seconds: Math.floor(now() / 1_000), body }
        return {
          method: 'POST',
          url,
          headers: { 'content-type': 'application/json', ...signMessage(keys, message) },
          body,
        }
      },
      judge: (response) => judgeStatus(response, now()),
    },
  )
}

const readKey = (secret: string) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64')

/** The same for a repeat of the batch, so that a receiver can drop it. */
const nameMessage = (connectorId: string, batch: readonly OutgoingEvent[]) => {
  const [first, last] = [batch[0]!, batch.at(-1)!]
  return first.position === 0 ? `test_${first.event.id}` : `events_${connectorId}_${first.position}-${last.position}`
}

/** The specification's payload; its timestamp is that of the newest event. */
const serializeBatch = (batch: readonly OutgoingEvent[]) =>
  JSON.stringify({
    type: 'events',
    timestamp: new Date(batch.at(-1)!.event.at).toISOString(),
    data: { events: batch.map(({ event, position }) => ({ ...toPublishedEvent(event), position })) },
  })

type Message = { id: string; seconds: number; body: string }

/** One signature for each secret: during a rotation, receivers accept either. */
function signMessage(keys: readonly Buffer[], { id, seconds, body }: Message) {
  const signatures = keys.map(
    (key) => `v1,${createHmac('sha256', key).update(`${id}.${seconds}.`).update(body).digest('base64')}`,
  )
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': signatures.join(' ') }
}
