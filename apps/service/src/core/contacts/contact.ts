import type { EventRecord } from '../events/event.ts'
import type { MessageTask } from '../messages/message.ts'
import type { User } from '../users/user.ts'

export type ContactKind = 'email' | 'phone'

/**
 * Where a user is reached: of each kind at most one that is verified, and one more that waits to replace it. Times are
 * milliseconds since 1970.
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
  createdAt: number
}

/** A user and where they are reached. */
export type Account = { user: User; contacts: readonly Contact[] }

/** What is written together with a change of contacts. */
export type Told = { events: readonly EventRecord[]; tasks: readonly MessageTask[] }

/** Where contacts are kept. Each writing method is one atomic batch: all of it or nothing. */
export interface ContactStore {
  /** Oldest first. */
  listOf(appId: string, userId: string): Promise<Contact[]>
  /** The one that somebody has verified. */
  contactOf(appId: string, kind: ContactKind, addressKey: string): Promise<Contact | undefined>
  /**
   * One read: whom a name means, in its unique form as a username and as an address: whoever has verified that address,
   * otherwise the user of that name.
   */
  accountOf(appId: string, name: { usernameKey: string; addressKey: string }): Promise<Account | undefined>
  /**
   * Keeps a contact. One that is verified replaces the user's others of its kind and is taken from whoever else had
   * verified it; one that is not replaces only what else waited to be verified. Codes that were sent to what it replaces
   * are dead. False when the user is gone.
   */
  put(contact: Contact, told: Told): Promise<boolean>
  /** The user's contacts of that kind, or just the one of that key, and the codes sent there. False when there is none. */
  remove(
    of: { appId: string; userId: string; kind: ContactKind; addressKey?: string | undefined },
    told: Told,
  ): Promise<boolean>
}

/** The contact of that kind which the user has verified. */
export const verifiedContact = (contacts: readonly Contact[], kind: ContactKind) =>
  contacts.find((contact) => contact.kind === kind && contact.verifiedAt !== undefined)
