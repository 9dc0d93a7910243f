import type { Locale } from '@thumbturn/contract/vocabulary/locales.ts'

/** `id` is different in every attempt; `to` is exactly one address. */
type MessageHeader = { id: string; appId: string; to: string; locale: Locale }

export type Mail = MessageHeader & { channel: 'email'; senderName: string; subject: string; text: string; html: string }

/** A message that is read on a phone, or heard. */
export type ShortText = MessageHeader & { channel: 'sms' | 'voice'; text: string }

/** A message as its recipient gets it. */
export type RenderedMessage = Mail | ShortText
