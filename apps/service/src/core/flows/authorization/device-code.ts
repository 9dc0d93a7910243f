import { mostSkewMs } from '../../clock.ts'
import type { Core } from '../../core.ts'
import type { Application } from '../../model/applications/application.ts'
import type { DeviceDecision } from '../../model/authorization/device-decision.ts'
import type { DeviceFlow } from './flow.ts'
import { invalidGrant, oauthError } from './oauth-error.ts'

/** A deleted application's codes mean nothing to another one of its ID. */
export const hashUserCode = ({ keyed }: Core, { id, createdAt }: Application, code: string): string =>
  keyed('user code', JSON.stringify([id, createdAt, code])).toString('base64url')

/**
 * The user's leave for a device that waits for it.
 * @throws AppError bad_request (authorization_pending, access_denied, invalid_grant)
 */
export async function findLeave(core: Core, application: Application, flow: DeviceFlow): Promise<DeviceDecision> {
  const codeHash = hashUserCode(core, application, flow.userCode)
  const found = await core.store.deviceDecisions.find({ appId: application.id, codeHash })
  if (!found) throw oauthError('authorization_pending', 'The user has not decided yet')
  if (found.clientId !== flow.clientId) throw invalidGrant('the user code was decided for another client')
  if (found.usedAt !== undefined) throw invalidGrant('the device code was used before')
  // No decision can be made in advance, by entering codes that no device shows yet.
  if (found.expiresAt + mostSkewMs < flow.userCodeEndsAt) throw invalidGrant('the decision is older than the code')
  if (found.decision === 'deny') throw oauthError('access_denied', 'The user denied the request')
  return found
}
