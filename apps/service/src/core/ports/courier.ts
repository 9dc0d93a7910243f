import type { Locale } from '../model/messages/message.ts'

/** `id` is another at every attempt; `to` is exactly one address. */
type Addressed = { id: string; appId: string; to: string; locale: Locale }

export type Mail = Addressed & { channel: 'email'; senderName: string; subject: string; text: string; html: string }

/** What is read on a telephone, or heard. */
export type ShortText = Addressed & { channel: 'sms' | 'voice'; text: string }

/** A text as its one recipient gets it. */
export type Rendered = Mail | ShortText

/** What brings texts to their recipients. */
export type Courier = {
  /** @throws Undeliverable: it will never arrive · any other error: it may at another attempt */
  send(message: Rendered): Promise<void>
}

/** Sending this again would be in vain. The message is the reason, for logs and events. */
export class Undeliverable extends Error {
  override name = 'Undeliverable'
}
