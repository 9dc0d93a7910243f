import type { ShortText } from '../../core/model/messages/rendered-message.ts'

export type TextOptions = {
  /** `twilio+https://<account>:<token>@<host>`, or the https URL of a webhook. */
  url: string
  /** The sender's number; for SMS, a messaging service works too. Twilio only. */
  from: string | undefined
  /** The secret that signs webhook calls. Webhook only. */
  secret: string | undefined
  /** Milliseconds since 1970. */
  now: () => number
}

/** A provider of SMS and voice calls. */
export type TextProvider = {
  /** @throws Undeliverable: the provider will never accept it · any other Error: a later attempt can succeed */
  send(message: ShortText): Promise<void>
  /** Checks what can be checked without sending anything. @throws Error that says what is wrong */
  check(): Promise<string>
}
