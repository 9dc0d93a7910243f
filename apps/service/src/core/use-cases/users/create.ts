import type { Core } from '../../core.ts'
import type { NewUser, User } from '../../model/users/user.ts'
import { requireVisibleCharacters } from '../../model/users/username.ts'
import { toNameKeys } from '../names/name-keys.ts'

/** The fields of the user at a sign-up. */
export type NewAccount = Pick<User, 'id' | 'username' | 'usernameType' | 'displayName'>

/**
 * A user who signs up now, active from the start.
 * @throws AppError bad_request: the username has characters that new usernames must not have
 */
export async function createNewUser(
  core: Core,
  { id, appId, username, usernameType, displayName }: NewAccount & { appId: string },
): Promise<NewUser> {
  requireVisibleCharacters(username)
  const keys = await toNameKeys(core, username)
  const start = { status: 'active', createdAt: core.now(), tokenEpoch: 0 } as const
  return { id, appId, username, ...keys, usernameType, displayName, ...start }
}
