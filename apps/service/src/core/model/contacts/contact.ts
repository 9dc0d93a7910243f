import type { EventRecord } from '../events/event.ts'
import type { MessageTask } from '../messages/message.ts'
import type { User } from '../users/user.ts'

export type ContactKind = 'email' | 'phone'

/**
 * Where a user is reached: of each kind at most one primary and one secondary contact that are verified, and one more that
 * waits to replace either. Times are milliseconds since 1970.
 */
export type Contact = {
  appId: string
  userId: string
  kind: ContactKind
  /** An e-mail address, or a number in E.164. */
  address: string
  /** The same for every spelling of the address. Of those who verified it, the application has one. */
  addressKey: string
  /** When a code proved it, or the customer's backend vouched for it; undefined: neither has happened. */
  verifiedAt: number | undefined
  /** Whether the user agreed to text messages; always true of e-mail. */
  messagingConsent: boolean
  /** The secondary contact of its kind; otherwise the primary one. */
  secondary?: boolean | undefined
  createdAt: number
}

/** A user and where they are reached. */
export type Account = { user: User; contacts: readonly Contact[] }

/** What is written together with a change of contacts. */
export type Told = { events: readonly EventRecord[]; tasks: readonly MessageTask[] }

/** A verified contact of one user that is the username of another, from before a name had one user. The username wins. */
export type NameCollision = { address: string; contactOwner: string; username: string; usernameOwner: string }
export const contactRanks = ['primary', 'secondary'] as const

/** Which of the contacts of a kind. */
export type ContactRank = (typeof contactRanks)[number]

/** The contact of that kind and rank which the user has verified. A secondary one alone takes the place of the primary. */
export function verifiedContact(
  contacts: readonly Contact[],
  kind: ContactKind,
  rank: ContactRank = 'primary',
): Contact | undefined {
  const verified = contacts.filter((contact) => contact.kind === kind && contact.verifiedAt !== undefined)
  const [primary, secondary] = verified.toSorted(
    (one, other) => Number(one.secondary ?? false) - Number(other.secondary ?? false),
  )
  return rank === 'primary' ? primary : secondary
}
