import type { RenderedMessage } from '../core/model/messages/rendered-message.ts'
import { type Courier, Undeliverable } from '../core/ports/courier.ts'
import type { MailServer } from './mail.ts'
import type { TextProvider } from './texts/provider.ts'

/** Delivery services of an installation; a missing channel uses the outbox, if there is one. */
export type Channels = {
  mail?: MailServer
  texts?: TextProvider
  /** Only in development. */
  outbox?: Courier
}

/** Sends each message through the service of its channel. */
export const createCourier = ({ mail, texts, outbox }: Channels): Courier => ({
  async send(message: RenderedMessage) {
    if (message.channel === 'email' && mail) return mail.send(message).then(accepted)
    if (message.channel !== 'email' && texts) return texts.send(message).then(accepted)
    if (outbox) return outbox.send(message)
    throw new Undeliverable(
      message.channel === 'email'
        ? "this installation has no SMTP_URL, so it can't send email"
        : "this installation has no SMS_URL, so it can't send SMS",
    )
  },
})

const accepted = () => 'sent' as const
