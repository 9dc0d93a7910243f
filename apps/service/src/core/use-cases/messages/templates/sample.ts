import type { CustomTemplateName, CustomTexts } from '@thumbturn/contract/vocabulary/message-templates.ts'
import type { Core } from '../../../core.ts'
import { badRequest, tooMany } from '../../../errors.ts'
import type { Application } from '../../../model/applications/application.ts'
import type { ComposedMessage } from '../../../model/messages/draft.ts'
import { maskAddress } from '../../../model/messages/mask.ts'
import { type Channel, channels, type Values } from '../../../model/messages/message.ts'
import type { TemplateKey } from '../../../model/messages/templates/custom.ts'
import type { MailContent } from '../../../model/messages/templates/mail.ts'
import { describeMail, render } from '../../../model/messages/templates/render.ts'
import { Undeliverable } from '../../../ports/courier.ts'
import { recordChange } from '../../audit/audit.ts'
import { countCall } from '../../limits/count.ts'
import { type DirectDelivery, deliverNow } from '../deliver-now.ts'
import { findReachedLimit } from '../limits.ts'
import { type Recipient, resolveRecipient } from '../recipient.ts'
import { checkTexts, describeTarget } from './change.ts'

/** A message with made-up values, as each channel would show it. */
export type Preview = { email: MailContent & { subject: string }; sms: string; voice: string }

/**
 * Shows a message with these texts, and the default ones otherwise.
 * @throws AppError bad_request: a text has an unknown placeholder, or lacks a required one
 */
export function previewTemplate(
  core: Core,
  application: Application,
  { texts, ...key }: TemplateKey & { texts: CustomTexts },
): Preview {
  checkTexts(key.template, texts)
  const compose = (channel: Channel) => composeSample(core, application, { ...key, texts, channel, to: '' })
  const [email, sms, voice] = channels.map(compose) as [ComposedMessage, ComposedMessage, ComposedMessage]
  return {
    email: describeMail(application, email),
    sms: render(application, sms, '').text,
    voice: render(application, voice, '').text,
  }
}

/** A test to one address. */
type TestRequest = TemplateKey & { texts: CustomTexts; channel: Channel; to: string }

/**
 * Sends a message with made-up values at once, so that the member who asked for it learns why it fails.
 * @throws AppError bad_request: the texts, or no address that the application sends to · too_many_requests
 */
export async function sendTest(core: Core, application: Application, request: TestRequest): Promise<DirectDelivery> {
  const { channel, to, texts, ...key } = request
  checkTexts(key.template, texts)
  await countCall(core, 'send', { scopes: ['user'], appId: application.id, user: core.actor?.id })
  const draft = composeSample(core, application, request)
  const { address } = await resolveTestRecipient(core, application, draft)
  const after = { channel, to: maskAddress(to) }
  await core.store.commit(recordChange(core, { action: 'messageTemplate.tested', ...describeTarget(key), after }))
  return deliverNow(core, render(application, { ...draft, to: address }, core.random.timeId()))
}

async function resolveTestRecipient(core: Core, application: Application, draft: ComposedMessage): Promise<Recipient> {
  const recipient = await resolveRecipient(core, application, draft).catch((error: unknown) => {
    throw error instanceof Undeliverable ? badRequest(`Nothing can be sent there: ${error.message}`) : error
  })
  if ((await findReachedLimit(core, application, { draft, recipient })) !== undefined) throw tooMany(secondsPerHour)
  return recipient
}

const secondsPerHour = 3_600

type SampleRequest = Omit<ComposedMessage, 'values'> & { template: CustomTemplateName }

/** The values of a message that no user gets. */
function composeSample({ now }: Core, application: Application, message: SampleRequest): ComposedMessage {
  const minutes = String(Math.floor(application.settings.otpSeconds / 60))
  const origin = application.origins[0] ?? `https://${application.rpId}`
  const values: Readonly<Record<CustomTemplateName, Values>> = {
    code: { code: sampleCode, minutes },
    'verify-contact': { code: sampleCode, minutes },
    link: { link: `${origin}/sign-in#otp=${sampleCode}`, minutes },
    'passkey-added': { passkey: 'iCloud Keychain', device: 'Safari on iOS', at: String(now()) },
    'contact-changed': { before: 'a…@example.com', after: 'b…@example.com', at: String(now()) },
    recovered: { device: 'Chrome on Windows', at: String(now()) },
  }
  const { channel, to, template, locale, texts } = message
  return { channel, to, template, locale, texts, values: values[template] }
}

const sampleCode = '493817'
