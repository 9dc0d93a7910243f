import type { ShortText } from '../../core/ports/courier.ts'

export type TextOptions = {
  /** `twilio+https://<account>:<token>@<host>`, or the https address of a webhook. */
  url: string
  /** The number that texts and calls come from; for text messages a messaging service will do. Twilio only. */
  from: string | undefined
  /** What webhook calls are signed with. Webhook only. */
  secret: string | undefined
  /** Milliseconds since 1970. */
  now: () => number
}

/** A provider of text messages and calls. */
export type TextProvider = {
  /** @throws Undeliverable: the provider will never take it · any other Error: it may later */
  send(message: ShortText): Promise<void>
  /** What can be said without sending anything. @throws Error that says what is wrong */
  check(): Promise<string>
}
