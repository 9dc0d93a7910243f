import { mostSkewMs } from '../../clock.ts'
import type { Core } from '../../core.ts'
import { unauthorized } from '../../errors.ts'
import type { Application } from '../../model/applications/application.ts'
import type { User } from '../../model/users/user.ts'
import type { SpentSession } from '../../spent-session.ts'
import { toSpentToken } from '../../watermark.ts'

/** A sign-in a moment ago; `spent` makes sure that it begins one session only. */
export type FreshSignIn = {
  user: User
  /** The passkey that the session depends on: the one that signed in, or whose token showed the code. */
  passkeyId: string | undefined
  /** The methods, if a code earned the token. */
  codeMethods: readonly string[] | undefined
  at: number
  spent: { appId: string } & SpentSession
}

/** A minute, by any two clocks of nodes. */
const longestAgeMs = 60_000 + mostSkewMs

const invalidToken = (reason: string) => unauthorized('The token is not valid', reason)

/**
 * Verifies the access token of a sign-in to this application at most three minutes ago, whose user is still active and has the
 * passkey that it depends on.
 * @throws AppError unauthorized
 */
export async function verifyFreshSignIn(core: Core, application: Application, token: string): Promise<FreshSignIn> {
  const claims = await core.tokens.verify(application, token)
  const { tokenType, sub: userId, credID, via, amr: codeMethods, epoch = 0, jti, iat, exp } = claims
  // A token that was renewed is as old as its sign-in.
  const at = (claims.auth_time ?? iat) * 1000
  if (tokenType !== 'jwtAccess' || userId === undefined) throw invalidToken('it is not from a sign-in')
  if (core.now() - at > longestAgeMs) throw unauthorized('The sign-in was more than three minutes ago: sign in again')
  const passkeyId = credID ?? via
  const found = await core.store.users.findWithPasskey(application.id, userId, passkeyId ?? '')
  if (found?.user.status !== 'active' || found.user.tokenEpoch !== epoch)
    throw invalidToken('its user was deleted or deactivated, or it was revoked')
  if (passkeyId !== undefined && !found.hasPasskey) throw invalidToken('its passkey was deleted')
  const spent = { appId: application.id, ...toSpentToken(jti, exp * 1000) }
  return { user: found.user, passkeyId, codeMethods, at, spent }
}
