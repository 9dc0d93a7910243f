import type { DeliveryOutcome } from '@thumbturn/contract/vocabulary/deliveries.ts'
import type { RenderedMessage } from '../model/messages/rendered-message.ts'

/** Delivers messages. */
export type Courier = {
  /**
   * Returns whether a delivery service accepted it, or the outbox keeps it.
   * @throws Undeliverable: it can never be delivered · any other error: another attempt may succeed
   */
  send(message: RenderedMessage): Promise<Exclude<DeliveryOutcome, 'failed'>>
}

/** A message that can never be delivered. The error message is the reason, for logs and events. */
export class Undeliverable extends Error {
  override name = 'Undeliverable'
}
