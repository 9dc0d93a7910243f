import type { MessageTask } from '../messages/message.ts'
import { type Contact, type ContactRank, findVerifiedContact } from './contact.ts'

/** A notice to be queued. */
export type Notice = Pick<MessageTask, 'appId' | 'kind' | 'about'> & { seconds: number }

/** A change of the primary or secondary contact of a kind; `after` is its new address, if it has one. */
type ContactChange = Pick<Contact, 'appId' | 'userId' | 'kind'> & { rank?: ContactRank; after: string | undefined }

/** A notice is still worth sending a day later. */
const seconds = 86_400

/**
 * Notifies a user of a changed contact: at every verified contact, and at the previous address. Empty if there is no
 * one to notify, such as for the first contact.
 */
export function createChangeNotices(
  contacts: readonly Contact[],
  { appId, userId, kind, rank, after }: ContactChange,
): Notice[] {
  const replaced = findVerifiedContact(contacts, kind, rank)
  const before = replaced?.address
  if (before === after || !contacts.some(({ verifiedAt }) => verifiedAt !== undefined)) return []
  // A phone without SMS consent isn't notified.
  const addresses = { ...(replaced?.messagingConsent && { before }), ...(after !== undefined && { after }) }
  return [{ appId, kind: 'contact-changed', about: { userId, kind, ...addresses }, seconds }]
}

/** Notifies a user that the account was recovered. */
export const createRecoveryNotice = ({ appId, userId }: Contact): Notice => ({
  appId,
  kind: 'recovered',
  about: { userId },
  seconds,
})
