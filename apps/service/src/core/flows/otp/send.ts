import type { Locale } from '@thumbturn/contract/vocabulary/locales.ts'
import type { Core } from '../../core.ts'
import type { Application } from '../../model/applications/application.ts'
import type { CodeMethod, CodePurpose } from '../../model/codes/code.ts'
import type { ContactRank } from '../../model/contacts/contact.ts'
import type { MessageDraft } from '../../model/messages/draft.ts'
import type { Channel, Values } from '../../model/messages/message.ts'
import { createCode, createLinkText } from '../../use-cases/codes/create.ts'
import type { Composer } from '../../use-cases/messages/composer.ts'
import { createMessageTask } from '../../use-cases/messages/queue.ts'
import { type CodeRecipient, resolveCodeRecipient, type Subject } from './account.ts'
import { findCodeAddress, findSignUpAddress } from './address.ts'
import { listMethods } from './methods.ts'

/** A request for a code. */
export type CodeRequest = Subject & {
  application: Application
  method: Exclude<CodeMethod, 'device'>
  purpose: Exclude<CodePurpose, 'contact' | 'credential'>
  /** The rank of the contact; primary by default. */
  rank?: ContactRank
}

/**
 * Queues a code with one row, even for an unknown user. The user and their contact are looked up when the code is
 * sent. The response is the same if the application doesn't offer the channel, or the queue is full.
 */
export async function requestCode(
  core: Core,
  { application, method, purpose, rank, ...subject }: CodeRequest,
): Promise<void> {
  if (!listMethods(application, purpose).includes(method)) return
  const about = { ...subject, method, purpose, ...(rank === 'secondary' && { rank }) }
  const { otpSeconds: seconds } = application.settings
  await core.store.messages.add(createMessageTask(core, { appId: application.id, kind: 'code', about, seconds }))
}

type About = Pick<CodeRequest, 'method' | 'purpose' | 'rank'> & Subject

/** Creates the requested code, if the user can have one. */
export const composeCode: Composer = async (core, { appId, about }) => {
  const application = core.applications.find(appId)
  if (!application) return []
  const { method, purpose, rank, ...subject } = about as About
  const recipient = await resolveCodeRecipient(core, application, subject)
  const username = recipient.user?.username ?? findNewUsername(subject, purpose)
  if (username === undefined || recipient.user?.status === 'inactive') return []
  const { contacts } = recipient
  const kind = method === 'email' ? 'email' : 'phone'
  const to = recipient.user
    ? await findCodeAddress(core, application, { username, contacts, kind, rank })
    : await findSignUpAddress(core, application, { username, kind })
  return to ? draftCode(core, application, { recipient, method, purpose, address: to.address }) : []
}

/** An unknown username can become a new user in an MFA flow, which then starts with a code. */
const findNewUsername = (subject: Subject, purpose: CodePurpose) =>
  purpose === 'mfa' && 'usernameKey' in subject ? subject.usernameKey : undefined

/** Creates the code that verifies a contact, unless the contact was changed or removed since it was read. */
export const composeContactCode: Composer = async (core, { appId, about: { userId = '', addressKey } }) => {
  const application = core.applications.find(appId)
  if (!application) return []
  const recipient = await resolveCodeRecipient(core, application, { userId })
  const pending = recipient.contacts.find((one) => one.addressKey === addressKey && one.verifiedAt === undefined)
  if (!pending || recipient.user?.status !== 'active') return []
  const { kind, address } = pending
  return draftCode(core, application, {
    recipient,
    method: kind === 'email' ? 'email' : 'sms',
    purpose: 'contact',
    address,
  })
}

/**
 * Creates the code for a credential that is a contact. The contact must be verified, unless the credential is pending.
 */
export const composeCredentialCode: Composer = async (core, { appId, about }) => {
  const { userId = '', credentialId = '', channel, locale, via } = about
  const application = core.applications.find(appId)
  if (!application || listMethods(application, 'credential').length === 0) return []
  const recipient = await resolveCodeRecipient(core, application, { userId })
  const credential = await core.store.credentials.find(appId, credentialId)
  if (credential?.userId !== userId || recipient.user?.status !== 'active') return []
  const isWaiting = credential.status === 'pending'
  const contact = recipient.contacts.find((one) => one.addressKey === credential.secret)
  if (!contact?.messagingConsent || !(isWaiting || contact.verifiedAt !== undefined)) return []
  const method = contact.kind === 'email' ? 'email' : 'sms'
  const preferences = { channel: channel as Channel | undefined, locale: locale as Locale | undefined }
  const isLinked = via === 'link' && application.settings.emailLinkUrl !== ''
  const link = isLinked ? toLinkParameters(credential, recipient.user.username) : undefined
  return draftCode(core, application, {
    recipient,
    method,
    purpose: 'credential',
    address: contact.address,
    ...preferences,
    link,
  })
}

type CodeMessage = {
  recipient: CodeRecipient
  method: CodeRequest['method']
  purpose: CodePurpose
  address: string
  channel?: Channel | undefined
  locale?: Locale | undefined
  /** The parameters of the page behind a link, besides the code; if absent, the user types the code. */
  link?: LinkParameters | undefined
}

type LinkParameters = Readonly<Record<string, string>>

/** Sends no code while its method is locked, as the code couldn't be used. */
async function draftCode(core: Core, application: Application, message: CodeMessage): Promise<MessageDraft[]> {
  const { recipient, method, purpose, address, link, channel = method } = message
  const { id: appId, settings } = application
  const { locale = settings.locale } = message
  const { account, user } = recipient
  if ((await core.store.failures.count({ appId, account, method })) >= settings.otpFailures) return []
  const owner = { appId, account, userId: user?.id, tokenEpoch: user?.tokenEpoch ?? 0 }
  const about = { ...owner, purpose, method, address, shownBy: undefined, until: undefined }
  const values = async (): Promise<Values | undefined> => {
    const { text, code } = createCode(core, application, { ...about, ...(link && { text: createLinkText(core) }) })
    if (await core.store.commit([{ putCode: code }])) return undefined
    const minutes = String(Math.floor(settings.otpSeconds / 60))
    return link ? { link: createLink(application, link, text), minutes } : { code: text, minutes }
  }
  const template = purpose === 'contact' ? 'verify-contact' : 'code'
  return [{ channel, to: address, template: link ? 'link' : template, locale, values }]
}

/**
 * A mistyped address that isn't verified yet can belong to another person, so a link to it doesn't include the
 * username: the page where it was typed knows it.
 */
const toLinkParameters = ({ id, status }: { id: string; status: string }, username: string): LinkParameters => ({
  ...(status === 'pending' ? { step: 'add' } : { step: 'sign-in', username }),
  credential_uuid: id,
})

/** After the `#`, which browsers send neither to a server nor in a Referer: only the page itself reads it. */
function createLink({ settings }: Application, parameters: LinkParameters, otp: string): string {
  return `${settings.emailLinkUrl}#${new URLSearchParams({ ...parameters, otp })}`
}
