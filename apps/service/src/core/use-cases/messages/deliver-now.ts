import type { DeliveryOutcome } from '@thumbturn/contract/vocabulary/deliveries.ts'
import type { Core } from '../../core.ts'
import type { RenderedMessage } from '../../model/messages/rendered-message.ts'

/** The outcome of a message that a member sent; `reason`: why it failed. */
export type DirectDelivery = { outcome: DeliveryOutcome; reason?: string }

const patienceMs = 20_000

/**
 * Sends a message during the call, for a member who must learn whether it was accepted. Everything that users cause is
 * queued instead.
 */
export async function deliverNow({ courier, pause }: Core, message: RenderedMessage): Promise<DirectDelivery> {
  const inTime = new AbortController()
  const late = pause(patienceMs, inTime.signal).then((): DirectDelivery => {
    return { outcome: 'failed', reason: `no response within ${patienceMs / 1000} seconds` }
  })
  const sending = courier.send(message).then(
    (outcome): DirectDelivery => ({ outcome }),
    (error: Error): DirectDelivery => ({ outcome: 'failed', reason: toReason(error) }),
  )
  return Promise.race([sending, late]).finally(() => inTime.abort())
}

/** One line that fits into a page. */
export const toReason = ({ message }: Error) => message.replaceAll(/\s+/g, ' ').slice(0, 300)
