import type { Locale } from '@thumbturn/contract/vocabulary/locales.ts'
import type { Core } from '../../core.ts'
import { badRequest } from '../../errors.ts'
import type { Application } from '../../model/applications/application.ts'
import type { Contact, ContactKind } from '../../model/contacts/contact.ts'
import type { Credential } from '../../model/credentials/credential.ts'
import type { Channel, MessageTask } from '../../model/messages/message.ts'
import type { User } from '../../model/users/user.ts'
import { createBackendEvent } from '../../use-cases/applications/backend.ts'
import { parseContactAddress, parseMailbox, parsePhone } from '../../use-cases/contacts/contact-address.ts'
import { commitContact } from '../../use-cases/contacts/set.ts'
import { createEvent } from '../../use-cases/events/create-event.ts'
import { createMessageTask } from '../../use-cases/messages/queue.ts'
import { queue } from '../../writes.ts'
import { authenticationFailed } from './authentication-failed.ts'
import { type CredentialOwner, credentialNotCreated, prepareCredential } from './create.ts'
import type { TargetUser } from './target-user.ts'
import { type CredentialProof, deriveDecoyUserId } from './verify.ts'

/** Credentials that consist of codes sent to a contact of the user. */
export type ContactCredentialType = 'phone_otp' | 'email_otp'

/** How to send a code; the language defaults to the application's. */
export type Delivery = { channel: Channel; locale?: Locale | undefined; viaLink?: boolean | undefined }

const kindByType = { phone_otp: 'phone', email_otp: 'email' } as const satisfies Record<
  ContactCredentialType,
  ContactKind
>

const createCodeTask = (
  core: Core,
  { settings, id: appId }: Application,
  { channel, locale, viaLink = false, ...about }: CodeTaskRequest,
): MessageTask =>
  createMessageTask(core, {
    appId,
    kind: 'credential-code',
    about: { ...about, channel, ...(locale && { locale }), ...(viaLink && { via: 'link' }) },
    seconds: settings.otpSeconds,
  })

type CodeTaskRequest = { userId: string; credentialId: string } & Delivery

/**
 * Adds a credential whose codes are sent to a contact, adds the contact to the user, and sends the first code. An
 * existing credential works until the new one is completed. All of it is one batch.
 * @throws AppError bad_request: not exactly one address, or another request was faster
 */
export async function startContactCredential(
  core: Core,
  owner: CredentialOwner,
  { type, text, ...delivery }: { type: ContactCredentialType; text: string } & Delivery,
): Promise<{ id: string }> {
  const { backend, user } = owner
  const address = type === 'email_otp' ? parseMailbox(text) : await parsePhone(core, text)
  if (!address)
    throw badRequest('Send exactly one email address, or one phone number such as +4930123456 that is not premium-rate')
  const { appId, id: userId } = user
  const known = (await core.store.contacts.listByUser(appId, userId)).find((one) => one.addressKey === address.key)
  const { credential, writes } = prepareCredential(core, owner, { type, status: 'pending', secret: address.key })
  const contact: Contact = {
    appId,
    userId,
    kind: kindByType[type],
    addressKey: address.key,
    address: known?.verifiedAt === undefined ? address.address : known.address,
    verifiedAt: known?.verifiedAt,
    messagingConsent: true,
    secondary: known?.secondary,
    createdAt: core.now(),
  }
  const detail = { kind: contact.kind, verified: contact.verifiedAt !== undefined }
  const event = createBackendEvent(core, backend, { type: 'fido2.contact.changed', userId, detail })
  const tasks = [createCodeTask(core, backend.application, { userId, credentialId: credential.id, ...delivery })]
  const conflict = await commitContact(core.store, contact, {
    before: writes,
    after: [{ append: event }, ...queue(tasks)],
  })
  if (conflict === 'name_taken') throw badRequest("The email address or phone number is another user's username")
  if (conflict) throw credentialNotCreated(conflict)
  return { id: credential.id }
}

type ContactCodeRequest = { application: Application; target: Pick<TargetUser, 'user' | 'usernameKey'>; id: string }

/** Queues a code with one row, whether or not the user or the credential exists. */
export async function requestCredentialCode(
  core: Core,
  { application, target, id: credentialId, ...delivery }: ContactCodeRequest & Delivery,
): Promise<void> {
  const userId = target.user?.id ?? deriveDecoyUserId(core, application.id, target.usernameKey)
  await core.store.messages.add(createCodeTask(core, application, { userId, credentialId, ...delivery }))
}

/**
 * The credential with that ID and status, and the account whose failures are counted. Without the right ID it's a decoy
 * account, so that an attacker can't lock the user's credential and learns nothing.
 */
export async function findContactCredential(
  core: Core,
  { application, target, id, type, status }: ContactCodeRequest & Pick<Credential, 'type' | 'status'>,
): Promise<{ account: string; credential: Credential | undefined }> {
  const { id: appId } = application
  const decoyId = deriveDecoyUserId(core, appId, target.usernameKey)
  const credentials = await core.store.credentials.listByUser(appId, target.user?.id ?? decoyId)
  const credential = credentials.find((one) => one.id === id && one.type === type && one.status === status)
  return { account: credential?.userId ?? decoyId, credential }
}

/**
 * The use of a credential whose code was correct.
 * @throws AppError unauthorized: the code was sent to another address
 */
export async function toContactProof(
  core: Core,
  { application, user, credential }: { application: Application; user: User; credential: Credential },
  sentTo: string | undefined,
): Promise<CredentialProof> {
  const address = await parseContactAddress(core, sentTo ?? '')
  if (address?.key !== credential.secret) throw authenticationFailed('the code was sent for another credential')
  const detail = { type: credential.type }
  const event = createEvent(core, application, { type: 'fido2.credential.proved', userId: user.id, detail })
  return { application, user, use: { credential, step: 0, isUsedUp: false, at: core.now(), events: [event] } }
}
