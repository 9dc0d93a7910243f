import type { DeliveryOutcome } from '@thumbturn/contract/vocabulary/deliveries.ts'
import type { Locale } from '@thumbturn/contract/vocabulary/locales.ts'

/** `id` is different in every attempt; `to` is exactly one address. */
type MessageHeader = { id: string; appId: string; to: string; locale: Locale }

export type Mail = MessageHeader & { channel: 'email'; senderName: string; subject: string; text: string; html: string }

/** A message that is read on a phone, or heard. */
export type ShortText = MessageHeader & { channel: 'sms' | 'voice'; text: string }

/** A message as its recipient gets it. */
export type RenderedMessage = Mail | ShortText

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
