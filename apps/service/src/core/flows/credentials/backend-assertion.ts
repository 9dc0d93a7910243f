import { AppError } from '../../errors.ts'
import type { TokenHolder } from '../../ports/tokens.ts'
import type { ServiceToken } from '../../use-cases/clients/service-token.ts'
import type { TargetUser } from './target-user.ts'

/**
 * A service token as the holder of a grant with the scope reg:write: the backend asserts that the user can register.
 */
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
 * Lets a new user sign up: the username is unknown, or the backend created the account and it has no credential yet.
 * For such an account the token must identify the user; otherwise anyone who knows the username could take it.
 * @throws AppError bad_request: the username has an account
 */
export function requireNewUser(token: ServiceToken, { user }: TargetUser, hasCredentials: boolean): void {
  const isUserSpecified = token.username !== undefined || token.userId !== undefined
  if (!user || (isUserSpecified && !hasCredentials)) return
  throw new AppError('bad_request', 'The user is already registered', { reason: 'user_exists' })
}
