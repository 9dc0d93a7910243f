import type { Core } from '../../core.ts'
import { unauthorized } from '../../errors.ts'
import type { Application } from '../../model/applications/application.ts'
import { toEpochClaim } from '../../model/users/token-epoch.ts'
import type { User } from '../../model/users/user.ts'
import type { ExtraClaims, TokenClaims, TokenHolder } from '../../ports/tokens.ts'
import type { CodeSignIn, SignIn } from '../sign-in.ts'

/** Scopes of a sign-in with a passkey: the user's own passkeys, codes, and profile. */
export const signInScopes = [
  'passkey:read',
  'passkey:write',
  'auth:write',
  'reg:write',
  'profile:read',
  'profile:write',
] as const

/** The access token of a sign-in or a transaction. */
export function issueAccessToken(
  { application, user, passkey, prepared }: Omit<SignIn, 'deviceId'>,
  extraClaims?: ExtraClaims,
): Promise<string> {
  const claims = {
    tokenType: 'jwtAccess',
    sub: user.id,
    username: user.username,
    scopes: signInScopes,
    credID: passkey.id,
    ...toEpochClaim(user),
    ...extraClaims,
  } as const
  return prepared.sign(claims, application.settings.accessTokenSeconds)
}

/** Scopes of a sign-in with a one-time code: register a passkey here, but don't change existing ones. */
export const codeScopes = ['reg:write', 'auth:write', 'passkey:read'] as const

/**
 * The access token of a sign-in by code. If a token that a code earned showed the code, both tokens expire together.
 */
export function issueCodeToken({
  application,
  user,
  method,
  shownBy: via,
  until = Number.POSITIVE_INFINITY,
  prepared,
}: CodeSignIn): Promise<string> {
  const claims = {
    tokenType: 'jwtAccess',
    sub: user.id,
    username: user.username,
    scopes: codeScopes,
    amr: method === 'sms' ? ['otp', 'sms'] : ['otp'],
    via,
    ...toEpochClaim(user),
  } as const
  const left = Math.floor((until - prepared.at) / 1000)
  return prepared.sign(claims, Math.min(application.settings.accessTokenSeconds, left))
}

/** The access token of a user who verified a credential other than a passkey; `amr` says which (RFC 8176 §2). */
export function issueCredentialToken(
  { application, user, amr, prepared }: Pick<SignIn, 'application' | 'user' | 'prepared'> & { amr: readonly string[] },
  extraClaims?: ExtraClaims,
): Promise<string> {
  const { id: sub, username } = user
  const claims = {
    tokenType: 'jwtAccess',
    sub,
    username,
    scopes: codeScopes,
    amr,
    ...toEpochClaim(user),
    ...extraClaims,
  } as const
  return prepared.sign(claims, application.settings.accessTokenSeconds)
}

/**
 * Verifies a token: this application issued it, it has neither expired nor been revoked, and if it proves a sign-in,
 * its user is active and still has the passkey that it depends on.
 * @throws AppError unauthorized
 */
export async function resolveTokenHolder(
  { tokens, store }: Core,
  application: Application,
  { token, afterDeletion = false }: PresentedToken,
): Promise<TokenHolder> {
  const claims = await tokens.verify(application, token)
  const { sub: userId, username, scopes, credID, via, tokenType, amr, join, invited } = claims
  const passkeyId = credID ?? via
  const earnedByCodeUntil = amr && claims.exp * 1000
  const invitation = invited && { id: claims.jti, expiresAt: claims.exp * 1000 }
  const holder = { application, userId, username, scopes, passkeyId, earnedByCodeUntil, tokenType, join, invitation }
  if (userId === undefined) return { ...holder, tokenEpoch: 0, active: true }
  const found = await store.users.findWithPasskey(application.id, userId, passkeyId ?? '')
  if (!found || !isInForce(claims, { ...found, afterDeletion })) {
    throw unauthorized('The token is not valid', 'its user or passkey was deleted or deactivated, or it was revoked')
  }
  const { status, tokenEpoch } = found.user
  return { ...holder, tokenEpoch, active: status === 'active' }
}

/** `afterDeletion`: the token is also accepted after its user deleted the passkey that earned it. */
export type PresentedToken = { token: string; afterDeletion?: boolean | undefined }

type HolderState = { user: User; hasPasskey: boolean; afterDeletion: boolean }

function isInForce(
  { tokenType, credID, via, amr, epoch = 0 }: TokenClaims,
  { user, hasPasskey, afterDeletion }: HolderState,
): boolean {
  if (epoch !== user.tokenEpoch) return false
  if (tokenType === 'grant') return true
  const isRooted = credID !== undefined || via !== undefined || amr === undefined
  return user.status === 'active' && (hasPasskey || !isRooted || (afterDeletion && credID !== undefined))
}
