import type { Eventual } from '../../after.ts'
import type { Credential, Passkey } from '../../model/passkeys/passkey.ts'
import type { Account } from '../../model/users/account.ts'
import type { NameKeys } from '../../model/users/name-keys.ts'
import type { User, UserPage, UserResults, UserSearch } from '../../model/users/user.ts'

/** Reads users. */
export interface UserStore {
  find(appId: string, id: string): Promise<User | undefined>
  /** The usernames of those users who exist, by ID. */
  findUsernames(appId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** The user whom the name identifies. */
  findByName(appId: string, name: NameKeys): Promise<User | undefined>
  /** One read: the user whom the name identifies, and all their passkeys, oldest first. */
  findWithPasskeys(appId: string, name: NameKeys): Promise<{ user: User; passkeys: Passkey[] } | undefined>
  /** The same, but only what request options list of it, as an unauthenticated caller can ask for it. */
  findWithCredentials(
    appId: string,
    name: NameKeys,
  ): Promise<{ userId: string; tokenEpoch: number; credentials: Credential[] } | undefined>
  /** One read: the user, and whether the passkey is still theirs. For checking what a token says. */
  findWithPasskey(
    appId: string,
    id: string,
    passkeyId: string,
  ): Eventual<{ user: User; hasPasskey: boolean } | undefined>
  /** At most `limit` users in the order of their unique names, the first after one or the last before one. */
  list(appId: string, page: UserPage): Promise<User[]>
  /** The text in its search form. */
  search(appId: string, search: UserSearch): Promise<UserResults>
  /** The same forward, with the passkeys and contacts of each user, oldest first, profile, and groups. */
  listAccounts(appId: string, page: { after: string; limit: number }): Promise<Account[]>
}
