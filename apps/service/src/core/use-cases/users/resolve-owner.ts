import type { Core } from '../../core.ts'
import type { Reject } from '../../errors.ts'
import { isOutdated } from '../../model/users/token-epoch.ts'
import type { NewUser, User } from '../../model/users/user.ts'
import { createNewUser, type NewAccount } from './create.ts'

/** The owner of the account that a flow is about: a user, with their epoch when it started, or one whom it creates. */
type FlowOwner = { appId: string; user: NewAccount & { isNew: boolean; epoch?: string | undefined } }

/** `newUser`: the same user, if the flow creates them. */
export type Owner = { user: User; newUser: NewUser | undefined }

/**
 * The account of a flow, which must still exist and be active, unless the flow creates it.
 * @throws AppError created by `reject` · by `rejectSession`: the user was signed out since the flow started
 */
export async function resolveOwner(
  core: Core,
  { appId, user }: FlowOwner,
  { reject, rejectSession = reject }: { reject: Reject; rejectSession?: Reject },
): Promise<Owner> {
  if (user.isNew) {
    const newUser = await createNewUser(core, { ...user, appId })
    return { user: newUser, newUser }
  }
  const found = await core.store.users.find(appId, user.id)
  if (found?.status !== 'active') throw reject('the user no longer exists or is deactivated')
  if (isOutdated(user.epoch, found)) throw rejectSession('the user was signed out after the flow started')
  return { user: found, newUser: undefined }
}
