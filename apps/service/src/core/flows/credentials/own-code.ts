import type { Core } from '../../core.ts'
import type { AccessCode, AccessCodeType, AccessPurpose } from '../../model/access-codes/access-code.ts'
import type { Application } from '../../model/applications/application.ts'
import { rejectOtherFactors } from '../../model/applications/security-profile.ts'
import type { FlowDevice } from '../../model/devices/flow-device.ts'
import { listFingerprints } from '../../model/passkeys/listed.ts'
import type { NameKeys } from '../../model/users/name-keys.ts'
import type { Assertion } from '../../ports/ceremonies.ts'
import { toSpentSession } from '../../ports/sessions.ts'
import { rejectBlocked } from '../../use-cases/aaguids/reject-blocked.ts'
import { createAccessCode } from '../../use-cases/access-codes/create.ts'
import { toDevice } from '../../use-cases/devices/identify.ts'
import { createEvent } from '../../use-cases/events/create-event.ts'
import { attemptCompletion } from '../../use-cases/limits/failed-completions.ts'
import { requireReferencedUser, type UserReference } from '../../use-cases/names/user-reference.ts'
import { resolveSignInTarget } from '../../use-cases/passkeys/sign-in-target.ts'
import { listUse } from '../../use-cases/passkeys/use.ts'
import { createSuccess, createUseEvents, verifyPasskey } from '../../use-cases/passkeys/verify.ts'
import { append } from '../../writes.ts'
import { openFlow, toFlowApplication } from '../open-flow.ts'
import type { SignIn } from '../sign-in.ts'
import { authenticationFailed } from './authentication-failed.ts'
import type { CodeFlow } from './flow.ts'

/** Short, because the user reads the code off one screen and types it on another right away. */
const ceremonyMs = 60_000

/** The kind of code that a user creates. */
export type AccessCodeKind = { type: AccessCodeType; purpose: AccessPurpose }

type OwnCodeRequest = { application: Application; name: NameKeys; device: FlowDevice; code: AccessCodeKind }

/**
 * Starts the creation of a code with the user's passkey, without writing anything. An unknown username and a user
 * without passkeys get decoy credential IDs. The session is the challenge.
 */
export async function startOwnCode(core: Core, { application, name, device, code }: OwnCodeRequest) {
  rejectOtherFactors(application)
  const { id: appId, rpId } = application
  const { userId, epoch, allow: allowCredentials } = await resolveSignInTarget(core, appId, name)
  const startedAt = core.now()
  const flow: CodeFlow = {
    purpose: 'code',
    id: core.random.timeId(),
    ...toFlowApplication(application),
    startedAt,
    expiresAt: startedAt + ceremonyMs,
    challenge: '',
    userId,
    epoch,
    listed: listFingerprints(allowCredentials),
    code,
    ...device,
  }
  const challenge = core.sessions.seal(flow)
  return { challenge, rpId, allowCredentials, timeout: ceremonyMs, userVerification: 'required' as const }
}

type OwnCodeResponse = {
  application: Application
  session: string
  assertion: Assertion
  reference?: UserReference
  type?: AccessCodeType
}

/**
 * Verifies the assertion, then spends the session and stores the code in one batch, replacing any other of its type and
 * purpose. The code is authorized, because its user just confirmed it. Its text can't be retrieved later.
 * @throws AppError unauthorized: the session is expired, spent, another application's, or for another type; completing it
 * has failed too often; the passkey is unknown; the assertion is rejected; the call identifies another user; the user wasn't
 * verified; or the authenticator model is blocked. One error for all
 */
export async function completeOwnCode(
  core: Core,
  { application, session, assertion, reference, type }: OwnCodeResponse,
): Promise<SignIn & { text: string; code: AccessCode }> {
  const opening = { session, appId: application.id, purpose: 'code' as const }
  const { flow } = await openFlow<CodeFlow>(core, opening, authenticationFailed)
  if (type !== undefined && type !== flow.code.type)
    throw authenticationFailed(`the flow was started for a ${flow.code.type} code`)
  const complete = () => createCode(core, flow, { application, assertion, reference })
  return attemptCompletion(core, { sessionId: flow.id, complete, reject: authenticationFailed })
}

async function createCode(
  core: Core,
  flow: CodeFlow,
  { application, assertion, reference }: Pick<OwnCodeResponse, 'application' | 'assertion' | 'reference'>,
): Promise<SignIn & { text: string; code: AccessCode }> {
  const { challenge } = flow
  const expected = { application, flow, challenge, userVerification: 'required', assertion } as const
  const proof = await verifyPasskey(core, expected, authenticationFailed)
  await requireReferencedUser(core, { ...proof, reference }, authenticationFailed)
  await rejectBlocked(core, { application, flow, ...proof }, authenticationFailed)

  const { user, passkey, verified } = proof
  const device = toDevice(core, user.id, flow)
  const created = createAccessCode(core, { user, ...flow.code }, true)
  const success = createSuccess(core, flow, { ...proof, purpose: 'code' })
  const generated = { type: 'fido2.access_code.generated', userId: user.id, detail: flow.code } as const
  const prepared = await core.tokens.prepare(application)
  const conflict = await core.store.commit([
    { spend: { appId: flow.appId, ...toSpentSession(flow) } },
    ...listUse({ passkey, verified, device, at: device.at }),
    { putAccessCode: created.code },
    ...append(createUseEvents(core, { application, passkey, verified, deviceId: device.id }, success)),
    { append: createEvent(core, application, generated) },
  ])
  if (conflict) throw authenticationFailed(conflict)
  return { application, user, passkey, deviceId: device.id, prepared, ...created }
}
