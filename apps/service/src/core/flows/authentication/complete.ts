import type { Core } from '../../core.ts'
import { forbidden } from '../../errors.ts'
import { refuseBlocked } from '../../model/aaguids/refuse-blocked.ts'
import { deviceSeen } from '../../model/devices/identify.ts'
import { provePasskey, useEvents } from '../../model/passkeys/prove.ts'
import { type Named, requireNamed } from '../../model/users/named.ts'
import type { Assertion } from '../../ports/ceremonies.ts'
import { sessionSpending } from '../../ports/sessions.ts'
import { openFlow } from '../open-flow.ts'
import type { SignedIn } from '../signed-in.ts'
import type { AuthenticationFlow } from './flow.ts'

// Which step failed is for the log: a stranger must not learn whether the passkey, the session or the signature was wrong.
const refused = (reason: unknown) => forbidden('The sign-in was rejected. Start again.', reason)

/**
 * Checks the assertion against the stored key and spends the session.
 * Issues nothing: that is the caller's choice.
 * @throws AppError forbidden: expired, spent or foreign session, unknown passkey, refused assertion, another user than
 * the call names, blocked authenticator model
 */
export async function completeAuthentication(
  core: Core,
  { assertion, named, ...input }: { session: string; assertion: Assertion; appId?: string; named?: Named },
): Promise<SignedIn> {
  const flow = openFlow<AuthenticationFlow>(core, { ...input, purpose: 'authentication' }, refused)
  const { challenge } = flow
  const application = await core.applications.find(flow.appId)
  if (!application) throw refused('the application is gone')
  const { userVerification } = application.settings
  const proof = await provePasskey(core, { application, flow, challenge, userVerification, assertion }, refused)
  await requireNamed(core, { ...proof, named }, refused)
  await refuseBlocked(core, { application, flow, ...proof }, refused)

  const { user, passkey, verified, provenId } = proof
  const device = deviceSeen(core, user.id, { ...flow, provenId })
  const success = { type: 'fido2.passkey.auth.success', detail: { userVerified: verified.userVerified } } as const
  const outcome = await core.store.passkeys.recordUse({
    passkey,
    ...verified,
    device,
    spending: sessionSpending(flow),
    events: useEvents(core, { application, passkey, verified, deviceId: device.id }, success),
  })
  if (outcome !== 'recorded') throw refused(outcome)
  return { application, user, passkey, deviceId: device.id }
}
