import type {
  Contact,
  ContactAccount,
  ContactEffects,
  ContactKind,
  NameCollision,
} from '../../model/contacts/contact.ts'
import type { NameKeys } from '../../model/users/name-keys.ts'

/** Where contacts are kept. Each writing method is one atomic batch: all of it or nothing. */
export interface ContactStore {
  /** Oldest first. */
  listByUser(appId: string, userId: string): Promise<Contact[]>
  /** At most `limit` contacts that do not identify the user who verified them. */
  collisions(appId: string, limit: number): Promise<NameCollision[]>
  /** The one that somebody has verified. */
  findContact(appId: string, kind: ContactKind, addressKey: string): Promise<Contact | undefined>
  /** One read: the user whom the name identifies, and where they are reached. */
  findAccount(appId: string, name: NameKeys): Promise<ContactAccount | undefined>
  /**
   * Keeps a contact. One that is verified replaces what the user has in its place and is taken from whoever else had
   * verified it; one that is not replaces only what else waited to be verified. Codes that were sent to what it replaces
   * are dead. Anything but 'kept' has written nothing: `name_taken` says that a verified address is another user's username.
   */
  put(contact: Contact, told: ContactEffects): Promise<'kept' | 'user_gone' | 'name_taken'>
  /** The verified primary contact of that kind becomes the secondary one, and the other way round. False when there is none. */
  swap(of: Pick<Contact, 'appId' | 'userId' | 'kind'>, told: ContactEffects): Promise<boolean>
  /**
   * The user's primary or secondary contact of that kind with what waits to replace it, or just the one of that key, and the
   * codes sent there. False when there is none.
   */
  remove(
    of: Pick<Contact, 'appId' | 'userId' | 'kind' | 'secondary'> & { addressKey?: string | undefined },
    told: ContactEffects,
  ): Promise<boolean>
}
