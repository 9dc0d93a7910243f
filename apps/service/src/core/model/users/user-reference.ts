import type { Core } from '../../core.ts'
import type { Reject } from '../../errors.ts'
import type { User } from './user.ts'
import { nameKeys } from './username.ts'

/** The user that a call names, by either or both. */
export type UserReference = { username?: string | undefined; userId?: string | undefined }

/** As much of a user as tells one from another. */
type Identity = Pick<User, 'id' | 'appId' | 'usernameKey'>

/**
 * Whether everything that a call says of its user identifies this one; a call that names no user says nothing. Compared
 * by user id: another name of the same user fits too. The user's own username costs no read.
 */
export async function isReferencedUser(
  core: Pick<Core, 'store' | 'phoneNumbers'>,
  user: Identity,
  reference: UserReference,
): Promise<boolean> {
  const { username, userId = user.id } = reference
  if (userId !== user.id) return false
  if (username === undefined) return true
  const name = await nameKeys(core, username)
  if (name.usernameKey === user.usernameKey) return true
  const found = await core.store.users.findWithCredentials(user.appId, name)
  return found?.userId === user.id
}

/** @throws AppError as `refused` makes it: the call names another user */
export async function requireReferencedUser(
  core: Core,
  { user, reference = {} }: { user: Identity; reference: UserReference | undefined },
  reject: Reject,
): Promise<void> {
  if (!(await isReferencedUser(core, user, reference)))
    throw reject('the call identifies another user than its session')
}
