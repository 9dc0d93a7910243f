import type { Config } from '../config.ts'
import type { Core } from '../core/core.ts'
import { listMethods } from '../core/flows/otp/methods.ts'
import type { Application } from '../core/model/applications/application.ts'
import { advise, type Phrase, say } from '../core/model/findings/phrase.ts'
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
    const sender = { host, sender: config.MAIL_FROM ?? '' }
    return good('mail', say(config.SMTP_URL!.includes('@') ? 'mail_good' : 'mail_without_sign_in', sender))
  } catch (error) {
    return broken('mail', `${host}: ${(error as Error).message}`, adviceOn(error as Error & { code?: string }))
  }
}

/** By the library's own codes. */
function adviceOn({ code = '', message }: Error & { code?: string }): Phrase {
  if (code === 'EAUTH') return advise('check_mail_password')
  if (code === 'ETLS' || /certificate|self.signed|altnames|SSL|TLS/i.test(message))
    return advise('check_mail_certificate')
  return advise('check_mail_server')
}

/** Checks the SMS provider without sending a message. */
export async function checkTexts(core: Installation, config: Config): Promise<Finding> {
  const { texts } = core.channels
  if (!texts) return checkUnconfigured(core, config, smsChannel)
  try {
    return good('SMS', await texts.check())
  } catch (error) {
    return broken('SMS', (error as Error).message, advise('check_sms'))
  }
}

type UnconfiguredChannel = { about: string; method: 'email' | 'sms'; unneeded: Phrase; advice: Phrase }

const mailChannel = {
  about: 'mail',
  method: 'email',
  unneeded: say('mail_unneeded'),
  advice: advise('configure_mail'),
} as const
const smsChannel = {
  about: 'SMS',
  method: 'sms',
  unneeded: say('sms_unneeded'),
  advice: advise('configure_sms'),
} as const

/** A problem only where an application sends codes: by default, none does. */
async function checkUnconfigured(
  core: Core,
  { THUMBTURN_MODE }: Config,
  channel: UnconfiguredChannel,
): Promise<Finding> {
  const { about, method, unneeded, advice } = channel
  if (THUMBTURN_MODE === 'development')
    return good(about, say('outbox', { command: `${layout.command} outbox list <app>` }))
  const applications = await core.store.applications.list()
  const senders = applications.filter((application) => sendsCodes(application, method)).map(({ id }) => id)
  if (senders.length === 0) return good(about, unneeded)
  const says = say(method === 'email' ? 'mail_missing' : 'sms_missing', { applications: senders.join(', ') })
  return warning(about, says, advice)
}

const sendsCodes = (application: Application, method: 'email' | 'sms'): boolean =>
  listMethods(application, 'sign-in').includes(method) ||
  listMethods(application, 'mfa').includes(method) ||
  (method === 'email' && application.settings.emailLinkUrl !== '')
