export type ContactKind = 'email' | 'phone'

/**
 * A contact of a user. Of each kind, a user has at most one verified primary and one verified secondary contact, and
 * one pending contact that replaces either. Times are milliseconds since 1970.
 */
export type Contact = {
  appId: string
  userId: string
  kind: ContactKind
  /** An email address, or a phone number in E.164. */
  address: string
  /** The same for every spelling of the address. Unique among the verified contacts of an application. */
  addressKey: string
  /** When a code verified it, or the backend asserted it; undefined if neither has happened. */
  verifiedAt: number | undefined
  /** Whether the user consented to SMS; always true for email. */
  messagingConsent: boolean
  /** Whether it's the secondary contact of its kind. */
  secondary?: boolean | undefined
  createdAt: number
}

/**
 * A user's verified contact that is another user's username, from before usernames were unique across both. The
 * username wins.
 */
export type NameCollision = { address: string; contactOwner: string; username: string; usernameOwner: string }
export const contactRanks = ['primary', 'secondary'] as const

/** Primary or secondary, of the contacts of a kind. */
export type ContactRank = (typeof contactRanks)[number]

/** The user's verified contact of that kind and rank. A single secondary contact counts as the primary one. */
export function findVerifiedContact(
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
