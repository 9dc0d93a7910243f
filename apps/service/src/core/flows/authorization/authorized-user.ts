import type { Core } from '../../core.ts'
import type { Client } from '../../model/authorization/client.ts'
import type { RefreshFamily } from '../../model/mfa/record.ts'
import type { User } from '../../model/users/user.ts'
import { isAllowed } from './groups.ts'
import { invalidGrant } from './oauth-error.ts'
import type { Target } from './target.ts'

/**
 * The user who authorized a client earlier, as they are now. One read, and another if only groups can use the client or the resource.
 * @throws AppError bad_request (invalid_grant): what they authorized has ended
 */
export async function findAuthorizedUser(
  core: Core,
  { client, target }: { client: Client; target: Target | undefined },
  { appId, userId, tokenEpoch, passkeyId }: Pick<RefreshFamily, 'appId' | 'userId' | 'tokenEpoch' | 'passkeyId'>,
): Promise<User> {
  const found = await core.store.users.findWithPasskey(appId, userId, passkeyId ?? '')
  if (found?.user.status !== 'active') throw invalidGrant('the user no longer exists or is deactivated')
  if (found.user.tokenEpoch !== tokenEpoch) throw invalidGrant('the user was signed out')
  if (passkeyId !== undefined && !found.hasPasskey) throw invalidGrant('the passkey no longer exists')
  if (!(await isAllowed(core, [client, target?.resource], found.user)))
    throw invalidGrant('the user is in none of the allowed groups')
  return found.user
}
