import type { Core } from '../../core.ts'
import type { Reject } from '../../errors.ts'
import type { User } from '../../model/users/user.ts'
import { toNameKeys } from './name-keys.ts'

/** The user that a call identifies, by username, ID, or both. */
export type UserReference = { username?: string | undefined; userId?: string | undefined }

/** The fields that identify a user. */
type Identity = Pick<User, 'id' | 'appId' | 'usernameKey'>

/**
 * Whether everything in the reference identifies this user; an empty reference always does. Compared by user ID, so
 * another name of the same user fits too. The user's own username costs no read.
 */
export async function isReferencedUser(
  core: Pick<Core, 'store' | 'phoneNumbers'>,
  user: Identity,
  reference: UserReference,
): Promise<boolean> {
  const { username, userId = user.id } = reference
  if (userId !== user.id) return false
  if (username === undefined) return true
  const name = await toNameKeys(core, username)
  if (name.usernameKey === user.usernameKey) return true
  const found = await core.store.users.findWithCredentials(user.appId, name)
  return found?.userId === user.id
}

/** @throws AppError created by `reject`: the call identifies another user */
export async function requireReferencedUser(
  core: Core,
  { user, reference = {} }: { user: Identity; reference: UserReference | undefined },
  reject: Reject,
): Promise<void> {
  if (!(await isReferencedUser(core, user, reference)))
    throw reject('the call identifies another user than its session')
}
