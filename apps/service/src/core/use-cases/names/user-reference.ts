import { after, type Eventual } from '../../after.ts'
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
export function isReferencedUser(
  core: Pick<Core, 'store' | 'phoneNumbers'>,
  user: Identity,
  { username, userId = user.id }: UserReference,
): Eventual<boolean> {
  if (userId !== user.id) return false
  return username === undefined || isNamed(core, user, username)
}

async function isNamed(core: Pick<Core, 'store' | 'phoneNumbers'>, user: Identity, username: string) {
  const name = await toNameKeys(core, username)
  if (name.usernameKey === user.usernameKey) return true
  const found = await core.store.users.findWithCredentials(user.appId, name)
  return found?.userId === user.id
}

/** @throws AppError created by `reject`: the call identifies another user */
export function requireReferencedUser(
  core: Core,
  { user, reference = {} }: { user: Identity; reference: UserReference | undefined },
  reject: Reject,
): Eventual<void> {
  return after(isReferencedUser(core, user, reference), (isReferenced) => {
    if (!isReferenced) throw reject('the call identifies another user than its session')
  })
}
