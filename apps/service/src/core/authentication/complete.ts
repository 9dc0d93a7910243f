import { blockOf } from '../aaguids/blacklist.ts'
import { recordBlocked } from '../aaguids/record-blocked.ts'
import type { Application } from '../applications/application.ts'
import type { Assertion, VerifiedAssertion } from '../ceremonies.ts'
import type { Core } from '../core.ts'
import { deviceIdFor } from '../devices/identify.ts'
import { AppError, forbidden } from '../errors.ts'
import type { EventRecord } from '../events/event.ts'
import type { Passkey } from '../passkeys/passkey.ts'
import type { AuthenticationFlow } from '../sessions.ts'
import type { SignedIn } from '../signed-in.ts'
import type { User } from '../users/user.ts'

// Which step failed is for the log: a stranger must not learn whether the passkey, the session or the signature was wrong.
const refused = (reason: unknown) => forbidden('The sign-in was refused: begin again with auth/init', reason)

/**
 * Checks the assertion against the stored key and spends the session.
 * Issues nothing: that is the caller's choice.
 * @throws AppError forbidden: expired, spent or foreign session, unknown passkey, refused assertion, blocked
 * authenticator model
 */
export async function completeAuthentication(
  core: Core,
  input: { session: string; assertion: Assertion; appId?: string },
): Promise<SignedIn> {
  const flow = openFlow(core, input)
  const application = await core.applications.find(flow.appId)
  if (!application) throw refused('the application is gone')
  const found = await core.store.passkeys.findWithUser(flow.appId, canonical(input.assertion.credentialId))
  if (!found) throw refused('unknown passkey')
  const { user, passkey } = found
  if (flow.userId && flow.userId !== user.id) throw refused('the passkey belongs to somebody else than the session')
  if (flow.userId && passkey.createdAt > flow.startedAt) throw refused('the passkey was not among those asked for')
  if (user.status !== 'active') throw refused('the user is deactivated')

  const verified = verify(core, { application, flow, assertion: input.assertion, ...found })
  await refuseBlocked(core, { application, flow, ...found })
  const deviceId = deviceIdFor(core, user.id, flow)
  const outcome = await core.store.passkeys.recordUse({
    passkey,
    ...verified,
    device: { id: deviceId, description: flow.device, at: core.now() },
    spending: { id: flow.id, expiresAt: flow.expiresAt },
    events: eventsOf(core, verified, { passkey, deviceId }),
  })
  if (outcome !== 'recorded') throw refused(outcome)
  return { application, user, passkey, deviceId }
}

function openFlow({ sessions }: Core, { session, appId }: { session: string; appId?: string }): AuthenticationFlow {
  try {
    const flow = sessions.open('authentication', session)
    if (appId === undefined || appId === flow.appId) return flow
  } catch (error) {
    throw error instanceof AppError ? refused(error) : error
  }
  throw refused('the session is of another application')
}

/** Padded and standard base64 name the same credential. */
const canonical = (credentialId: string) => Buffer.from(credentialId, 'base64url').toString('base64url')

type Given = { application: Application; flow: AuthenticationFlow; assertion: Assertion; user: User; passkey: Passkey }

function verify({ ceremonies }: Core, { application, flow, assertion, user, passkey }: Given): VerifiedAssertion {
  try {
    return ceremonies.verifyAssertion(
      assertion,
      { ...passkey, id: passkey.credentialId, userHandle: user.id },
      { application, challenge: flow.challenge, userHandleRequired: flow.userId === undefined },
    )
  } catch (error) {
    throw error instanceof AppError ? refused(error) : error
  }
}

// After the checks, so that only the holder of the passkey can cause the event.
async function refuseBlocked(
  core: Core,
  { application, flow, passkey, blocked }: Omit<Given, 'assertion' | 'user'> & { blocked: boolean },
) {
  const { aaguid, userId, id: passkeyId } = passkey
  const by = blockOf(application, aaguid, blocked)
  if (by === undefined) return
  await recordBlocked(core, { type: 'fido2.passkey.auth.aaguid.blocked', flow, aaguid, by, userId, passkeyId })
  throw refused(`the ${by} keeps the authenticator model ${aaguid} out`)
}

function eventsOf(
  { random, now }: Core,
  verified: VerifiedAssertion,
  { passkey, deviceId }: { passkey: Passkey; deviceId: string },
): EventRecord[] {
  const { appId, userId, id: passkeyId } = passkey
  const event = (type: EventRecord['type'], detail?: EventRecord['detail']): EventRecord => ({
    id: random.timeId(),
    appId,
    type,
    at: now(),
    userId,
    passkeyId,
    deviceId,
    detail,
  })
  const success = event('fido2.passkey.auth.success', { userVerified: verified.userVerified })
  if (!verified.counterRegressed) return [success]
  return [success, event('fido2.passkey.auth.counter', { stored: passkey.signCount, received: verified.signCount })]
}
