import type { Core } from '../../core.ts'
import { forbidden } from '../../errors.ts'
import type { Assertion } from '../../ports/ceremonies.ts'
import { toSpentSession } from '../../ports/sessions.ts'
import { rejectBlocked } from '../../use-cases/aaguids/reject-blocked.ts'
import { toDevice } from '../../use-cases/devices/identify.ts'
import { attemptCompletion } from '../../use-cases/limits/failed-completions.ts'
import { requireReferencedUser, type UserReference } from '../../use-cases/names/user-reference.ts'
import { listUse } from '../../use-cases/passkeys/use.ts'
import { createSuccess, createUseEvents, verifyPasskey } from '../../use-cases/passkeys/verify.ts'
import { append } from '../../writes.ts'
import { type OpenedFlow, openFlow } from '../open-flow.ts'
import type { SignIn } from '../sign-in.ts'
import type { AuthenticationFlow } from './flow.ts'

// Only the log says which step failed: an attacker must not learn whether the passkey, the session, or the signature
// was wrong.
const reject = (reason: unknown) => forbidden('The sign-in was rejected. Start again.', reason)

/**
 * Verifies the assertion against the stored key and spends the session. The caller issues the tokens.
 * @throws AppError forbidden: the session is expired, spent, or another application's, or completing it has failed too often;
 * the passkey is unknown; the assertion is rejected; the call identifies another user; or the authenticator model is blocked
 */
export async function completeAuthentication(
  core: Core,
  { assertion, reference, ...input }: SignInResponse & { session: string; appId?: string },
): Promise<SignIn> {
  const opened = await openFlow<AuthenticationFlow>(core, { ...input, purpose: 'authentication' }, reject)
  const complete = () => signIn(core, opened, { assertion, reference })
  return attemptCompletion(core, { sessionId: opened.flow.id, complete, reject })
}

type SignInResponse = { assertion: Assertion; reference?: UserReference | undefined }

async function signIn(
  core: Core,
  { flow, application }: OpenedFlow<AuthenticationFlow>,
  { assertion, reference }: SignInResponse,
): Promise<SignIn> {
  const { challenge } = flow
  const { userVerification } = application.settings
  const proof = await verifyPasskey(core, { application, flow, challenge, userVerification, assertion }, reject)
  await requireReferencedUser(core, { ...proof, reference }, reject)
  await rejectBlocked(core, { application, flow, ...proof }, reject)

  const { user, passkey, verified, provenId } = proof
  const device = toDevice(core, user.id, { ...flow, provenId })
  const success = createSuccess(core, flow, { ...proof, purpose: 'signIn' })
  const prepared = await core.tokens.prepare(application)
  const conflict = await core.store.commit([
    { spend: { appId: flow.appId, ...toSpentSession(flow) } },
    ...listUse({ passkey, verified, device, at: device.at }),
    ...append(createUseEvents(core, { application, passkey, verified, deviceId: device.id }, success)),
  ])
  if (conflict) throw reject(conflict)
  return { application, user, passkey, deviceId: device.id, prepared }
}
