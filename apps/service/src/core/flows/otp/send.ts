import type { Core } from '../../core.ts'
import type { Application } from '../../model/applications/application.ts'
import type { CodeMethod, CodePurpose } from '../../model/codes/code.ts'
import { linkText, makeCode } from '../../model/codes/create.ts'
import type { ContactRank } from '../../model/contacts/contact.ts'
import type { Composer } from '../../model/messages/composer.ts'
import type { Draft } from '../../model/messages/draft.ts'
import type { Channel, Locale, Values } from '../../model/messages/message.ts'
import { messageTask } from '../../model/messages/queue.ts'
import { type CodeRecipient, resolveCodeRecipient, type Subject } from './account.ts'
import { findCodeAddress, findSignUpAddress } from './address.ts'
import { listMethods } from './methods.ts'

/** A code that somebody wants to be sent. */
export type CodeRequest = Subject & {
  application: Application
  method: Exclude<CodeMethod, 'device'>
  purpose: Exclude<CodePurpose, 'contact' | 'credential'>
  /** Which contact of the method's kind; the primary one unless given. */
  rank?: ContactRank
}

/**
 * Queues the sending of a code: one row, whoever is asked for; whether there is such a user, and where they are reached,
 * is looked up when it is sent. A channel that the application does not offer, and a full queue, are answered alike.
 */
export async function requestCode(
  core: Core,
  { application, method, purpose, rank, ...subject }: CodeRequest,
): Promise<void> {
  if (!listMethods(application, purpose).includes(method)) return
  const about = { ...subject, method, purpose, ...(rank === 'secondary' && { rank }) }
  const { otpSeconds: seconds } = application.settings
  await core.store.messages.add(messageTask(core, { appId: application.id, kind: 'code', about, seconds }))
}

type About = Pick<CodeRequest, 'method' | 'purpose' | 'rank'> & Subject

/** Makes the code that was asked for, where somebody may have it. */
export const composeCode: Composer = async (core, { appId, about }) => {
  const application = await core.applications.find(appId)
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

/** A name that nobody has may become somebody's in a flow, which then begins with a code. */
const findNewUsername = (subject: Subject, purpose: CodePurpose) =>
  purpose === 'mfa' && 'usernameKey' in subject ? subject.usernameKey : undefined

/** Makes the code that is to verify a contact, unless that was changed or removed meanwhile. */
export const composeContactCode: Composer = async (core, { appId, about: { userId = '', addressKey } }) => {
  const application = await core.applications.find(appId)
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
 * Makes the code for a credential that is a contact: one that waits is reached wherever it was begun for, one in use only
 * where its user is still reached.
 */
export const composeCredentialCode: Composer = async (core, { appId, about }) => {
  const { userId = '', credentialId = '', channel, locale, via } = about
  const application = await core.applications.find(appId)
  if (!application) return []
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
  /** What the page behind a link is told besides the code; without, the code is to be typed. */
  link?: LinkParameters | undefined
}

type LinkParameters = Readonly<Record<string, string>>

/** While the method is locked a code could not be used, so none is sent. */
async function draftCode(core: Core, application: Application, message: CodeMessage): Promise<Draft[]> {
  const { recipient, method, purpose, address, link, channel = method } = message
  const { id: appId, settings } = application
  const { locale = settings.locale } = message
  const { account, user } = recipient
  if ((await core.store.failures.count({ appId, account, method })) >= settings.otpFailures) return []
  const owner = { appId, account, userId: user?.id, tokenEpoch: user?.tokenEpoch ?? 0 }
  const about = { ...owner, purpose, method, address, shownBy: undefined, until: undefined }
  const values = async (): Promise<Values | undefined> => {
    const { text, code } = makeCode(core, application, { ...about, ...(link && { text: linkText(core) }) })
    if (!(await core.store.codes.put(code, []))) return undefined
    const minutes = String(Math.floor(settings.otpSeconds / 60))
    return link ? { link: createLink(application, link, text), minutes } : { code: text, minutes }
  }
  const template = purpose === 'contact' ? 'verify-contact' : 'code'
  return [{ channel, to: address, template: link ? 'link' : template, locale, values }]
}

/**
 * An address that nobody has proved yet may be a stranger's by a slip of the keyboard, so a link to it does not say whose
 * account it is: the page where it was typed knows.
 */
const toLinkParameters = ({ id, status }: { id: string; status: string }, username: string): LinkParameters => ({
  ...(status === 'pending' ? { step: 'add' } : { step: 'sign-in', username }),
  credential_uuid: id,
})

/** Behind the `#`, which browsers send to no server and in no Referer: only the page itself reads it. */
function createLink({ settings }: Application, parameters: LinkParameters, otp: string): string {
  return `${settings.emailLinkUrl}#${new URLSearchParams({ ...parameters, otp })}`
}
