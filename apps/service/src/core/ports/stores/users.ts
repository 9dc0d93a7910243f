import type { Contact } from '../../model/contacts/contact.ts'
import type { EventRecord } from '../../model/events/event.ts'
import type { Credential, Passkey } from '../../model/passkeys/passkey.ts'
import type { NameKeys } from '../../model/users/name-keys.ts'
import type { NewUser, User, UserPage } from '../../model/users/user.ts'

/** Where users are looked up and removed. Most are added together with their first passkey. */
export interface UserStore {
  find(appId: string, id: string): Promise<User | undefined>
  /** One read: the user whom the name identifies, and all their passkeys, oldest first. */
  findWithPasskeys(appId: string, name: NameKeys): Promise<{ user: User; passkeys: Passkey[] } | undefined>
  /** The same, but only what request options list of it: what anybody may ask for should take little, known or not. */
  findWithCredentials(
    appId: string,
    name: NameKeys,
  ): Promise<{ userId: string; tokenEpoch: number; credentials: Credential[] } | undefined>
  /** One read: the user, and whether the passkey is still theirs. For checking what a token says. */
  findWithPasskey(
    appId: string,
    id: string,
    passkeyId: string,
  ): Promise<{ user: User; hasPasskey: boolean } | undefined>
  /** With their passkeys and devices, in one atomic batch. False when there is no such user. */
  remove(appId: string, id: string, event: EventRecord): Promise<boolean>
  /**
   * Removes everything that could open the account but that verified contact: passkeys, credentials of every kind, other
   * contacts, access codes, devices with their trust keys, and refresh families.
   */
  removeAccess(kept: Contact): Promise<void>
  /** A user without any credential. False when the name is another user's, as a username or as a verified contact. */
  add(user: NewUser, event: EventRecord): Promise<boolean>
  /** Revokes every token, session, and code issued so far. False when there is no such user. */
  signOut(user: { appId: string; id: string }, event: EventRecord): Promise<boolean>
  /** Deactivating also revokes what was issued so far. False when there is no such user. */
  setStatus(
    user: { appId: string; id: string },
    change: { status: User['status']; at: number },
    event: EventRecord,
  ): Promise<boolean>
  /** At most `limit` users in the order of their unique names, the first after one or the last before one. */
  list(appId: string, page: UserPage): Promise<User[]>
}
