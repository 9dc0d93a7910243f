import { type Backend, eventBy } from '../backend.ts'
import { type ContactAddress, mailboxOf, phoneOf } from '../contact-address.ts'
import type { Contact, ContactKind } from '../contacts/contact.ts'
import { changeNotice } from '../contacts/told.ts'
import type { Core } from '../core.ts'
import { badRequest, notFound } from '../errors.ts'
import type { MessageTask } from '../messages/message.ts'
import { messageTask } from '../messages/queue.ts'

type Managed = { backend: Backend; userId: string }

/** A contact as the customer's backend states it. Unless it vouches for the address, a code has to prove it. */
export type StatedContact = { kind: ContactKind; text: string; messagingConsent: boolean; requestVerification: boolean }

const unknownUser = () => notFound('This application has no such user')

/** How long a contact may wait until its code is sent, in seconds. */
const sendWithin = 3_600

/**
 * Sets the e-mail address or phone number of a user. What has to be proved replaces the present one only then; what the
 * backend vouches for does at once, and whoever is reached where the user was is told.
 * @throws AppError bad_request: no address, or several · a phone that is to get a code without consent · not_found: the user
 */
export async function setContact(core: Core, { backend, userId }: Managed, stated: StatedContact): Promise<void> {
  const { kind, messagingConsent, requestVerification } = stated
  const { address: written, key: addressKey } = await addressOf(core, stated)
  if (requestVerification && !messagingConsent)
    throw badRequest('A phone number is verified by text message, which needs messagingConsent')
  const { id: appId } = backend.application
  const contacts = await core.store.contacts.listOf(appId, userId)
  const at = core.now()
  const known = contacts.find((one) => one.addressKey === addressKey)
  const verifiedAt = known?.verifiedAt ?? (requestVerification ? undefined : at)
  // Another spelling of what is verified is no other address.
  const address = known?.verifiedAt === undefined ? written : known.address
  const contact: Contact = { appId, userId, kind, address, addressKey, verifiedAt, messagingConsent, createdAt: at }
  const verified = verifiedAt !== undefined
  const event = eventBy(core, backend, { type: 'fido2.contact.changed', userId, detail: { kind, verified } })
  const tasks = verified ? noticeOf(core, contacts, contact) : [verificationOf(core, contact)]
  if (!(await core.store.contacts.put(contact, { events: [event], tasks }))) throw unknownUser()
}

type Stated = Pick<StatedContact, 'kind' | 'text'>

async function addressOf(core: Core, { kind, text }: Stated): Promise<ContactAddress> {
  const found = kind === 'email' ? mailboxOf(text) : await phoneOf(core, text)
  if (found) return found
  throw badRequest(
    kind === 'email'
      ? 'email must be exactly one address, such as ada@example.com'
      : 'phoneNumber must be one international number without extension, such as +4930123456, and no premium-rate one',
  )
}

const noticeOf = (core: Core, contacts: readonly Contact[], { appId, userId, kind, address: after }: Contact) =>
  changeNotice(contacts, { appId, userId, kind, after }).map((notice) => messageTask(core, notice))

/** Asks for the code that verifies a contact: made when it is sent, as all codes are. */
const verificationOf = (core: Core, { appId, userId, addressKey }: Contact): MessageTask =>
  messageTask(core, { appId, kind: 'verify-contact', about: { userId, addressKey }, seconds: sendWithin })

/**
 * Removes the e-mail address or phone number of a user: the one that is named, otherwise also the one that waits to
 * replace it. Codes that were sent there are dead, and whoever was reached there is told.
 * @throws AppError bad_request: no address, or several · not_found: the user, or such a contact
 */
export async function removeContact(
  core: Core,
  { backend, userId }: Managed,
  { kind, text }: { kind: ContactKind; text: string | undefined },
): Promise<void> {
  const { id: appId } = backend.application
  const named = text === undefined ? undefined : await addressOf(core, { kind, text })
  const contacts = await core.store.contacts.listOf(appId, userId)
  const isMeant = (one: Contact) => one.kind === kind && (named === undefined || one.addressKey === named.key)
  const goes = contacts.some((one) => isMeant(one) && one.verifiedAt !== undefined)
  const tasks = goes ? changeNotice(contacts, { appId, userId, kind, after: undefined }) : []
  const event = eventBy(core, backend, { type: 'fido2.contact.deleted', userId, detail: { kind } })
  const told = { events: [event], tasks: tasks.map((notice) => messageTask(core, notice)) }
  const removed = await core.store.contacts.remove({ appId, userId, kind, addressKey: named?.key }, told)
  if (!removed) throw notFound(`This application has no such user, or the user no such ${kind}`)
}
