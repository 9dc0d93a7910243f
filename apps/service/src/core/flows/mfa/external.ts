import type { Core } from '../../core.ts'
import { AppError } from '../../errors.ts'
import { sealEpoch } from '../../model/users/token-epoch.ts'
import type { ExternalClaims } from '../../ports/tokens.ts'
import { toNameKeys } from '../../use-cases/names/name-keys.ts'
import { toSpentToken } from '../../watermark.ts'
import { type MfaCall, type MfaFlow, rejectFactor } from './flow.ts'
import type { MfaOutcome } from './outcome.ts'
import { recordFactor, repeatStep } from './step.ts'

/**
 * Accepts a backend assertion for the user: a token that is spent with the step.
 * @throws AppError bad_request: the token is invalid, or another user's · unauthorized: the token or the step was spent
 */
export async function verifyExternal(core: Core, call: MfaCall, token: string): Promise<MfaOutcome> {
  const { application, flow } = call
  if (!flow.offered.includes('external')) return repeatStep(core, call)
  const claims = await core.tokens.verifyStatement(application, 'externalAuth', token).catch((error: unknown) => {
    throw error instanceof AppError ? rejectFactor(error) : error
  })
  if (!(await isAssertedFor(core, claims, flow))) throw rejectFactor('the token is for another user')
  const { jti, username, exp } = claims
  return recordFactor(core, call, {
    verified: { factor: 'external', id: jti, value: username, at: core.now() },
    spending: [{ spendNonce: { appId: flow.appId, ...toSpentToken(`external ${jti}`, exp * 1000) } }],
  })
}

/**
 * Users are compared by ID. An assertion for an unknown username doesn't apply to a user who took it since, nor the
 * reverse.
 */
async function isAssertedFor(
  core: Core,
  { sub, username, epoch }: ExternalClaims,
  { user }: MfaFlow,
): Promise<boolean> {
  if (!user) return false
  if (!user.isNew) return sub === user.id && sealEpoch(epoch) === user.epoch
  const [asserted, stated] = [await toNameKeys(core, username), await toNameKeys(core, user.username)]
  return sub === undefined && asserted.addressKey === stated.addressKey
}
