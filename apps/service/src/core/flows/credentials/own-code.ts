import type { Core } from '../../core.ts'
import { refuseBlocked } from '../../model/aaguids/refuse-blocked.ts'
import type { AccessCode, AccessCodeType, AccessPurpose } from '../../model/access-codes/access-code.ts'
import { makeAccessCode } from '../../model/access-codes/make.ts'
import type { Application } from '../../model/applications/application.ts'
import type { FlowDevice } from '../../model/devices/flow-device.ts'
import { deviceSeen } from '../../model/devices/identify.ts'
import { createEvent } from '../../model/events/create-event.ts'
import { whoIsMeant } from '../../model/passkeys/asked-for.ts'
import { listedPasskeys } from '../../model/passkeys/listed.ts'
import { provePasskey, useEvents } from '../../model/passkeys/prove.ts'
import type { NameKeys } from '../../model/users/name-keys.ts'
import { type Named, requireNamed } from '../../model/users/named.ts'
import type { Assertion } from '../../ports/ceremonies.ts'
import { sessionSpending } from '../../ports/sessions.ts'
import { openFlow } from '../open-flow.ts'
import type { SignedIn } from '../signed-in.ts'
import type { CodeFlow } from './flow.ts'
import { notProved } from './refused.ts'

/** A code is read off one screen and typed at another at once. */
const ceremonyMs = 60_000

/** What somebody wants to make for themselves. */
export type WantedCode = { type: AccessCodeType; purpose: AccessPurpose }

type Beginning = { application: Application; name: NameKeys; device: FlowDevice; code: WantedCode }

/**
 * Begins to make a code by a passkey of its user, and writes nothing. A user without passkeys and a name that nobody has
 * get decoy credential ids. The session is the challenge.
 */
export async function beginOwnCode(core: Core, { application, name, device, code }: Beginning) {
  const { id: appId, rpId } = application
  const { userId, epoch, allow: allowCredentials } = await whoIsMeant(core, appId, name)
  const startedAt = core.now()
  const flow: CodeFlow = {
    purpose: 'code',
    id: core.random.uuid(),
    appId,
    startedAt,
    expiresAt: startedAt + ceremonyMs,
    challenge: '',
    userId,
    epoch,
    listed: listedPasskeys(allowCredentials),
    code,
    ...device,
  }
  const challenge = core.sessions.seal(flow)
  return { challenge, rpId, allowCredentials, timeout: ceremonyMs, userVerification: 'required' as const }
}

type Answer = {
  application: Application
  session: string
  assertion: Assertion
  named?: Named
  type?: AccessCodeType
}

/**
 * Checks the assertion, and in one batch spends the session and keeps the code, in the place of any of its type and
 * purpose. It is authorized, as its user has just confirmed it. The text is returned here and never again.
 * @throws AppError unauthorized: expired, spent or foreign session, one for another type, unknown passkey, refused
 * assertion, another user than the call names, no user verification, blocked authenticator model; one answer for all
 */
export async function completeOwnCode(
  core: Core,
  { application, session, assertion, named, type }: Answer,
): Promise<SignedIn & { text: string; code: AccessCode }> {
  const flow = openFlow<CodeFlow>(core, { session, appId: application.id, purpose: 'code' }, notProved)
  if (type !== undefined && type !== flow.code.type) throw notProved(`it was begun for a ${flow.code.type} code`)
  const { challenge } = flow
  const proving = { application, flow, challenge, userVerification: 'required', assertion } as const
  const proof = await provePasskey(core, proving, notProved)
  await requireNamed(core, { ...proof, named }, notProved)
  await refuseBlocked(core, { application, flow, ...proof }, notProved)

  const { user, passkey, verified } = proof
  const device = deviceSeen(core, user.id, flow)
  const made = makeAccessCode(core, { user, ...flow.code }, true)
  const success = { type: 'fido2.passkey.auth.success', detail: { userVerified: verified.userVerified } } as const
  const generated = { type: 'fido2.access_code.generated', userId: user.id, detail: flow.code } as const
  const outcome = await core.store.passkeys.recordUse({
    passkey,
    ...verified,
    device,
    spending: sessionSpending(flow),
    accessCode: made.code,
    events: [
      ...useEvents(core, { application, passkey, verified, deviceId: device.id }, success),
      createEvent(core, application, generated),
    ],
  })
  if (outcome !== 'recorded') throw notProved(outcome)
  return { application, user, passkey, deviceId: device.id, ...made }
}
