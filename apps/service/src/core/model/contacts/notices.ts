import type { MessageTask } from '../messages/message.ts'
import { type Contact, type ContactRank, verifiedContact } from './contact.ts'

/** What a notice asks for before it is a task. */
export type Notice = Pick<MessageTask, 'appId' | 'kind' | 'about'> & { seconds: number }

/** A change of the primary contact of a kind, or the secondary one; `after`: its address, where it still has one. */
type ContactChange = Pick<Contact, 'appId' | 'userId' | 'kind'> & { rank?: ContactRank; after: string | undefined }

/** A notice is still worth sending a day later. */
const seconds = 86_400

/**
 * Tells a user that a contact was changed: at every verified one, and at the address `before`, which may be none of them
 * any more. Nothing where nobody would hear of it, as with the first contact.
 */
export function changeNotice(
  contacts: readonly Contact[],
  { appId, userId, kind, rank, after }: ContactChange,
): Notice[] {
  const replaced = verifiedContact(contacts, kind, rank)
  const before = replaced?.address
  if (before === after || !contacts.some(({ verifiedAt }) => verifiedAt !== undefined)) return []
  // A phone whose user agreed to no texts is not told, however it goes.
  const addresses = { ...(replaced?.messagingConsent && { before }), ...(after !== undefined && { after }) }
  return [{ appId, kind: 'contact-changed', about: { userId, kind, ...addresses }, seconds }]
}

/** Tells a user that the account was recovered. */
export const recoveryNotice = ({ appId, userId }: Contact): Notice => ({
  appId,
  kind: 'recovered',
  about: { userId },
  seconds,
})
