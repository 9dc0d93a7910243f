import { mostSkewMs } from '../../clock.ts'
import type { Core } from '../../core.ts'
import { unauthorized } from '../../errors.ts'
import { ownApplicationId } from '../../model/applications/own-id.ts'
import type { SpentSession } from '../../spent-session.ts'
import { toSpentToken } from '../../watermark.ts'

/** A passkey sign-in to the installation's own application; `spent` makes sure that it is used once. */
export type PasskeyProof = {
  appId: string
  userId: string
  passkeyId: string
  tokenEpoch: number
  spent: { appId: string } & SpentSession
}

/** A minute, by any two clocks of nodes. */
const longestAgeMs = 60_000 + mostSkewMs

/**
 * Verifies that an access token comes from a passkey sign-in at most three minutes ago, and that user and passkey still exist.
 * @throws AppError unauthorized
 */
export async function verifyPasskeyProof(core: Core, token: string): Promise<PasskeyProof> {
  const own = core.applications.find(ownApplicationId)
  if (!own) throw unauthorized('The token is not valid', 'the installation has no application of its own')
  const {
    sub: userId,
    credID: passkeyId,
    amr,
    tokenType,
    epoch = 0,
    jti,
    iat,
    exp,
  } = await core.tokens.verify(own, token)
  if (tokenType !== 'jwtAccess' || userId === undefined || passkeyId === undefined || amr !== undefined)
    throw unauthorized('The token is not valid', 'it is not from a sign-in with a passkey')
  if (core.now() - iat * 1000 > longestAgeMs)
    throw unauthorized('The token is older than three minutes: sign in with the passkey again')
  const found = await core.store.users.findWithPasskey(own.id, userId, passkeyId)
  if (!found?.hasPasskey || found.user.status !== 'active' || found.user.tokenEpoch !== epoch)
    throw unauthorized('The token is not valid', 'its user or passkey was deleted or deactivated, or it was revoked')
  const spent = { appId: own.id, ...toSpentToken(jti, exp * 1000) }
  return { appId: own.id, userId, passkeyId, tokenEpoch: epoch, spent }
}
