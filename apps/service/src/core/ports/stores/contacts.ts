import type { Contact, ContactKind, NameCollision } from '../../model/contacts/contact.ts'
import type { ContactAccount } from '../../model/users/account.ts'
import type { NameKeys } from '../../model/users/name-keys.ts'

/** Reads contacts. */
export interface ContactStore {
  /** Oldest first. */
  listByUser(appId: string, userId: string): Promise<Contact[]>
  /** At most `limit` contacts that do not identify the user who verified them. */
  collisions(appId: string, limit: number): Promise<NameCollision[]>
  /** The contact that a user has verified. */
  findContact(appId: string, kind: ContactKind, addressKey: string): Promise<Contact | undefined>
  /** One read: the user whom the ID or the name identifies, and their contacts. */
  findAccount(appId: string, reference: { userId: string } | NameKeys): Promise<ContactAccount | undefined>
}
