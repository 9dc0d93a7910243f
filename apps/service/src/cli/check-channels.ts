import type { Config } from '../config.ts'
import type { Installation } from '../installation.ts'
import { broken, type Finding, good, warning } from './finding.ts'
import { layout } from './layout.ts'

/** Signs in to the mail server, and sends nothing. */
export async function checkMail({ channels: { mail } }: Installation, config: Config): Promise<Finding> {
  if (!mail) return unconfigured('mail', 'SMTP_URL and MAIL_FROM', config)
  const { host } = new URL(config.SMTP_URL!)
  try {
    await mail.check()
    return good(
      'mail',
      `${host} takes mails from ${config.MAIL_FROM}${config.SMTP_URL!.includes('@') ? '' : ', without signing in'}`,
    )
  } catch (error) {
    return broken('mail', `${host}: ${(error as Error).message}`, adviceOn(error as Error & { code?: string }))
  }
}

/** By the library's own codes. */
function adviceOn({ code = '', message }: Error & { code?: string }): string {
  if (code === 'EAUTH')
    return 'Check the name and the password in SMTP_URL; characters such as @ and / must be percent-encoded'
  if (code === 'ETLS' || /certificate|self.signed|altnames|SSL|TLS/i.test(message))
    return 'The server must show a certificate for its name; give a private authority in SMTP_CA or CA_FILE. smtps:// is TLS from the start (port 465), smtp:// is STARTTLS (port 587)'
  return 'Check the host and port in SMTP_URL, and that this machine can connect to it'
}

/** Checks the SMS provider without sending a message. */
export async function checkTexts({ channels: { texts } }: Installation, config: Config): Promise<Finding> {
  if (!texts) return unconfigured('SMS', 'SMS_URL', config)
  try {
    return good('SMS', await texts.check())
  } catch (error) {
    return broken('SMS', (error as Error).message, 'Check SMS_URL, and that this machine can connect to it')
  }
}

function unconfigured(about: string, settings: string, { THUMBTURN_MODE }: Config): Finding {
  if (THUMBTURN_MODE === 'development')
    return good(about, `kept in the outbox, for development only: ${layout.command} outbox list <app>`)
  return warning(about, 'none can be sent, so codes and notices that need them fail', `Set ${settings}`)
}
