import type { Core } from '../../core.ts'
import type { Passkey } from '../../model/passkeys/passkey.ts'
import type { User } from '../../model/users/user.ts'
import { requireNameKeys } from './name-keys.ts'

/** A user with their passkeys, oldest first. */
export type ResolvedUser = { user: User; passkeys: Passkey[] }

/**
 * The user identified by a name: an exact username first, then a verified email address or phone number in any spelling.
 * Every operation that takes a username resolves it here or by the same keys.
 * @throws AppError bad_request: the name is empty
 */
export async function resolveUser(core: Core, appId: string, name: string): Promise<ResolvedUser | undefined> {
  return core.store.users.findWithPasskeys(appId, await requireNameKeys(core, name))
}
