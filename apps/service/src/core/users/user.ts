import type { Contact } from '../contacts/contact.ts'
import type { Core } from '../core.ts'
import type { EventRecord } from '../events/event.ts'
import type { Passkey } from '../passkeys/passkey.ts'
import { type NameKeys, nameKeys, requireVisibleCharacters } from './username.ts'

export type UsernameType = 'email' | 'phone' | 'other'

/** A person as one application knows them. Times are milliseconds since 1970. */
export type User = {
  /** A random UUID: the token's `sub`, and (as base64url text) the WebAuthn user handle. */
  id: string
  appId: string
  /** As it was typed at sign-up. */
  username: string
  /** The normalised form that is unique in the application. */
  usernameKey: string
  usernameType: UsernameType
  displayName: string
  status: 'active' | 'inactive'
  createdAt: number
  /** When their status last changed, if it ever did. */
  updatedAt?: number
  /** How often everything issued to them was revoked: what was issued in an earlier epoch is rejected. */
  tokenEpoch: number
}

/** A user to be added. `addressKey` is that of the contact that the username denotes, see NameKeys: it becomes theirs too. */
export type NewUser = User & NameKeys

/**
 * A user who signs up now: active from the start.
 * @throws AppError bad_request: the username has characters that a new one must not have
 */
export async function createNewUser(
  core: Core,
  { id, appId, username, usernameType, displayName }: Omit<User, 'usernameKey' | 'status' | 'createdAt' | 'tokenEpoch'>,
): Promise<NewUser> {
  requireVisibleCharacters(username)
  const keys = await nameKeys(core, username)
  const start = { status: 'active', createdAt: core.now(), tokenEpoch: 0 } as const
  return { id, appId, username, ...keys, usernameType, displayName, ...start }
}

/** Part of an application's users, by their unique names: forward from `after`, or backward from `before` alone. `status` undefined: any. */
export type UserPage = {
  status: User['status'] | undefined
  limit: number
} & ({ after: string; before?: string | undefined } | { before: string })

/** A passkey as request options list it: its id (base64url) and how it can be reached. */
export type Credential = Pick<Passkey, 'credentialId' | 'transports'>

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
