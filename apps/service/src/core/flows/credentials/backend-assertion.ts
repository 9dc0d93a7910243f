import { AppError } from '../../errors.ts'
import type { ServiceToken } from '../../model/clients/service-token.ts'
import type { TokenHolder } from '../../ports/tokens.ts'
import type { TargetUser } from './target-user.ts'

/** A backend's word that somebody may register: a service token does what a grant with reg:write does elsewhere. */
export function toAssertedHolder(
  { application }: ServiceToken,
  username: string,
  { user }: Pick<TargetUser, 'user'>,
): TokenHolder {
  return {
    application,
    userId: user?.id,
    username: user?.username ?? username,
    scopes: ['reg:write'],
    passkeyId: undefined,
    tokenEpoch: user?.tokenEpoch ?? 0,
    active: user === undefined || user.status === 'active',
    tokenType: 'grant',
  }
}

/**
 * Lets somebody sign up: a new name, or an account that its client made and that has no credential yet, for which the
 * token must name that very user; whoever knows the name could otherwise take the account.
 * @throws AppError bad_request: the name has an account
 */
export function requireNewUser(token: ServiceToken, { user }: TargetUser, hasCredentials: boolean): void {
  const isUserSpecified = token.username !== undefined || token.userId !== undefined
  if (!user || (isUserSpecified && !hasCredentials)) return
  throw new AppError('bad_request', 'The user is already registered', { reason: 'user_exists' })
}
