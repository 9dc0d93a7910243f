import type { Application } from '../applications/application.ts'
import type { Core } from '../core.ts'
import { unauthorized } from '../errors.ts'
import type { SignedIn } from '../signed-in.ts'
import type { TokenHolder, TransactionClaims } from '../tokens.ts'

/** What a completed passkey ceremony allows (decisions: the user's own passkeys, codes, profile). */
export const signInScopes = [
  'passkey:read',
  'passkey:write',
  'auth:write',
  'reg:write',
  'profile:read',
  'profile:write',
] as const

/** The access token of a sign-in, or of a transaction, which it then names. */
export function issueAccessToken(
  { tokens }: Core,
  { application, user, passkey }: Omit<SignedIn, 'deviceId'>,
  transaction?: TransactionClaims,
): Promise<string> {
  const claims = {
    tokenType: 'jwtAccess',
    sub: user.id,
    username: user.username,
    scopes: signInScopes,
    credID: passkey.id,
    ...transaction,
  } as const
  return tokens.sign(application, claims, application.settings.accessTokenSeconds)
}

/**
 * Who a token is of: issued by this application, not expired, and where it proves a sign-in, its user active and its
 * passkey still theirs.
 * @throws AppError unauthorized
 */
export async function tokenHolder(
  { tokens, store }: Core,
  application: Application,
  token: string,
): Promise<TokenHolder> {
  const { sub: userId, username, scopes, credID, tokenType } = await tokens.verify(application, token)
  const holder = { application, userId, username, scopes, passkeyId: credID, tokenType }
  if (userId !== undefined) {
    const found = await store.users.findWithPasskey(application.id, userId, credID ?? '')
    const stands = tokenType === 'grant' ? found !== undefined : found?.user.status === 'active' && found.hasPasskey
    if (!found || !stands) throw unauthorized('The token is not valid', 'its user or passkey is gone or deactivated')
    return { ...holder, active: found.user.status === 'active' }
  }
  return { ...holder, active: true }
}
