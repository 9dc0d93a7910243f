import type { Config } from '../config.ts'
import type { Core } from '../core/core.ts'
import { listMethods } from '../core/flows/otp/methods.ts'
import type { Application } from '../core/model/applications/application.ts'
import type { Installation } from '../installation.ts'
import { broken, type Finding, good, warning } from './finding.ts'
import { layout } from './layout.ts'

/** Signs in to the mail server, and sends nothing. */
export async function checkMail(core: Installation, config: Config): Promise<Finding> {
  const { mail } = core.channels
  if (!mail) return checkUnconfigured(core, config, mailChannel)
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
export async function checkTexts(core: Installation, config: Config): Promise<Finding> {
  const { texts } = core.channels
  if (!texts) return checkUnconfigured(core, config, smsChannel)
  try {
    return good('SMS', await texts.check())
  } catch (error) {
    return broken('SMS', (error as Error).message, 'Check SMS_URL, and that this machine can connect to it')
  }
}

type UnconfiguredChannel = { about: string; method: 'email' | 'sms'; missing: string; settings: string }

const mailChannel = {
  about: 'mail',
  method: 'email',
  missing: 'no mail server is configured',
  settings: 'SMTP_URL and MAIL_FROM',
} as const
const smsChannel = {
  about: 'SMS',
  method: 'sms',
  missing: 'no SMS provider is configured',
  settings: 'SMS_URL',
} as const

/** A problem only where an application sends codes: by default, none does. */
async function checkUnconfigured(
  core: Core,
  { THUMBTURN_MODE }: Config,
  channel: UnconfiguredChannel,
): Promise<Finding> {
  const { about, method, missing, settings } = channel
  if (THUMBTURN_MODE === 'development')
    return good(about, `kept in the outbox, for development only: ${layout.command} outbox list <app>`)
  const name = method === 'email' ? 'email' : 'SMS'
  const applications = await core.store.applications.list()
  const senders = applications.filter((application) => sendsCodes(application, method)).map(({ id }) => id)
  if (senders.length === 0)
    return good(about, `${missing}; no application sends codes by ${name}, and users get no notices by ${name}`)
  const says = `${missing}, so codes by ${name} fail in ${senders.length === 1 ? 'application' : 'applications'} ${senders.join(', ')}`
  return warning(about, says, `Set ${settings}, or turn these codes off`)
}

const sendsCodes = (application: Application, method: 'email' | 'sms'): boolean =>
  listMethods(application, 'sign-in').includes(method) ||
  listMethods(application, 'mfa').includes(method) ||
  (method === 'email' && application.settings.emailLinkUrl !== '')
