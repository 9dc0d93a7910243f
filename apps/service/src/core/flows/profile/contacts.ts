import type { Core } from '../../core.ts'
import { badRequest, notFound } from '../../errors.ts'
import { type Contact, type ContactKind, contactRanks, findVerifiedContact } from '../../model/contacts/contact.ts'
import { createChangeNotices } from '../../model/contacts/notices.ts'
import type { MessageTask } from '../../model/messages/message.ts'
import { type Backend, createBackendEvent } from '../../use-cases/applications/backend.ts'
import { type ContactAddress, parseMailbox, parsePhone } from '../../use-cases/contacts/contact-address.ts'
import { commitContact } from '../../use-cases/contacts/set.ts'
import { createMessageTask } from '../../use-cases/messages/queue.ts'
import { queue } from '../../writes.ts'

type ManagedUser = { backend: Backend; userId: string }

/** A contact as the backend sets it. Unless the backend asserts that it's verified, a code must verify it. */
export type ContactInput = {
  kind: ContactKind
  text: string
  /** Sets the secondary contact instead of the primary one. */
  secondary: boolean
  messagingConsent: boolean
  requestVerification: boolean
}

const usernameTaken = (kind: ContactKind) =>
  badRequest(
    kind === 'email' ? "The email address is another user's username" : "The phone number is another user's username",
  )

const unknownUser = () => notFound('This application has no such user')

/** How long a contact can wait for its code to be sent, in seconds. */
const sendWithin = 3_600

/**
 * Sets an email address or phone number of a user. An unverified one replaces the current one only after a code
 * verified it; an asserted one does so at once, and the previous address is notified. If the address is the verified
 * one of the other rank, the two swap.
 * @throws AppError bad_request: not exactly one address, SMS verification without consent, or the address is another
 * user's username · not_found: the user
 */
export async function setContact(core: Core, { backend, userId }: ManagedUser, input: ContactInput): Promise<void> {
  const { kind, secondary, messagingConsent, requestVerification } = input
  const { address: written, key: addressKey } = await parseAddress(core, input)
  if (requestVerification && !messagingConsent)
    throw badRequest('A phone number is verified by SMS, which requires messaging consent')
  const { id: appId } = backend.application
  const contacts = await core.store.contacts.listByUser(appId, userId)
  const at = core.now()
  const existing = contacts.find((one) => one.addressKey === addressKey)
  if (existing?.verifiedAt !== undefined && (existing.secondary ?? false) !== secondary)
    return swapContacts(core, { backend, userId }, { contacts, existing })
  const verifiedAt = existing?.verifiedAt ?? (requestVerification ? undefined : at)
  // Another spelling of a verified address isn't a new address.
  const address = existing?.verifiedAt === undefined ? written : existing.address
  const place = { appId, userId, kind, ...(secondary && { secondary }) }
  const contact: Contact = { ...place, address, addressKey, verifiedAt, messagingConsent, createdAt: at }
  const verified = verifiedAt !== undefined
  const event = createBackendEvent(core, backend, { type: 'fido2.contact.changed', userId, detail: { kind, verified } })
  const tasks = verified ? createNotices(core, contacts, contact) : [createVerificationTask(core, contact)]
  const conflict = await commitContact(core.store, contact, { after: [{ append: event }, ...queue(tasks)] })
  if (conflict === 'name_taken') throw usernameTaken(kind)
  if (conflict) throw unknownUser()
}

/** Swaps the verified contact with the other one of its kind, or makes it the primary one. */
async function swapContacts(
  core: Core,
  { backend, userId }: ManagedUser,
  { contacts, existing }: { contacts: readonly Contact[]; existing: Contact },
): Promise<void> {
  const { appId, kind } = existing
  const primary = existing.secondary ? existing : findVerifiedContact(contacts, kind, 'secondary')
  if (!primary) throw badRequest(`This is the primary ${kind}, and there is no secondary one to replace it`)
  const event = createBackendEvent(core, backend, {
    type: 'fido2.contact.changed',
    userId,
    detail: { kind, verified: true },
  })
  const tasks = createNotices(core, contacts, { ...primary, secondary: false })
  const writes = [{ swapContacts: { appId, userId, kind } }, { append: event }, ...queue(tasks)]
  if (await core.store.commit(writes)) throw unknownUser()
}

type AddressInput = Pick<ContactInput, 'kind' | 'text'>

async function parseAddress(core: Core, { kind, text }: AddressInput): Promise<ContactAddress> {
  const found = kind === 'email' ? parseMailbox(text) : await parsePhone(core, text)
  if (found) return found
  throw badRequest(
    kind === 'email'
      ? 'The email address must be exactly one address, such as ada@example.com'
      : 'The phone number must be one international number without extension, such as +4930123456, and not premium-rate',
  )
}

function createNotices(core: Core, contacts: readonly Contact[], contact: Contact): MessageTask[] {
  const { appId, userId, kind, secondary, address: after } = contact
  const rank = secondary ? 'secondary' : 'primary'
  return createChangeNotices(contacts, { appId, userId, kind, rank, after }).map((notice) =>
    createMessageTask(core, notice),
  )
}

/** Queues the code that verifies a contact; it's created when it's sent, like all codes. */
const createVerificationTask = (core: Core, { appId, userId, addressKey }: Contact): MessageTask =>
  createMessageTask(core, { appId, kind: 'verify-contact', about: { userId, addressKey }, seconds: sendWithin })

/**
 * Removes the primary or secondary email address or phone number of a user; without an address, also the pending one
 * that would replace it. Codes sent there become invalid, and the removed address is notified.
 * @throws AppError bad_request: not exactly one address · not_found: the user, or such a contact
 */
export async function removeContact(
  core: Core,
  { backend, userId }: ManagedUser,
  { kind, text, secondary }: { kind: ContactKind; text: string | undefined; secondary: boolean },
): Promise<void> {
  const { id: appId } = backend.application
  const parsed = text === undefined ? undefined : await parseAddress(core, { kind, text })
  const contacts = await core.store.contacts.listByUser(appId, userId)
  const rank = parsed ? findRank(contacts, kind, parsed) : secondary ? 'secondary' : 'primary'
  const removed = rank && findVerifiedContact(contacts, kind, rank)
  const target = { appId, userId, kind, addressKey: parsed?.key, secondary: removed?.secondary ?? secondary }
  const notices = rank && removed ? createChangeNotices(contacts, { appId, userId, kind, rank, after: undefined }) : []
  const tasks = notices.map((notice) => createMessageTask(core, notice))
  const event = createBackendEvent(core, backend, { type: 'fido2.contact.deleted', userId, detail: { kind } })
  if (await core.store.commit([{ removeContact: target }, { append: event }, ...queue(tasks)]))
    throw notFound(`This application has no such user, or the user has no such ${kind}`)
}

/** Undefined if the address isn't verified. */
const findRank = (contacts: readonly Contact[], kind: ContactKind, { key }: ContactAddress) =>
  contactRanks.find((rank) => findVerifiedContact(contacts, kind, rank)?.addressKey === key)
