import type { Config } from '../config.ts'
import { badRequest } from '../core/errors.ts'
import { ownApplicationId } from '../core/model/applications/own-id.ts'
import { parseEmailAddress } from '../core/model/contacts/email-address.ts'
import type { Installation } from '../installation.ts'
import { broken, type Finding, good } from './finding.ts'

/** @throws AppError bad_request: the text is not one email address */
export function parseRecipient(text: string): string {
  const address = parseEmailAddress(text)
  if (address === undefined) throw badRequest('--send-mail-to takes one email address')
  return address
}

/** Sends one email; whether it arrived, only its recipient sees. */
export async function sendTestMail(core: Installation, config: Config, to: string): Promise<Finding> {
  const { mail } = core.channels
  if (!mail) return broken('test mail', 'no mail server is configured', 'Set SMTP_URL and MAIL_FROM')
  const { host } = new URL(config.SMTP_URL!)
  const text = `This is a test. The service at ${config.BASE_URL} can send email.`
  try {
    await mail.send({
      id: core.random.uuid(),
      appId: ownApplicationId,
      channel: 'email',
      to,
      locale: 'en-US',
      senderName: 'Thumbturn',
      subject: 'Test email from Thumbturn',
      text: `${text}\n`,
      html: `<p>${text}</p>`,
    })
    return good('test mail', `${host} accepted it for ${to}; look for it there, also among spam`)
  } catch (error) {
    const advice = 'Check SMTP_URL and MAIL_FROM, and that the server lets this sender send to that address'
    return broken('test mail', `${host} did not accept it for ${to}: ${(error as Error).message}`, advice)
  }
}
