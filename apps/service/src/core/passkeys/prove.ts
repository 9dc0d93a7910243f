import type { Application, ApplicationSettings } from '../applications/application.ts'
import type { Assertion, VerifiedAssertion } from '../ceremonies.ts'
import type { Core } from '../core.ts'
import { AppError } from '../errors.ts'
import type { EventRecord } from '../events/event.ts'
import type { Refusing } from '../open-flow.ts'
import type { User } from '../users/user.ts'
import type { Passkey } from './passkey.ts'

/** What an assertion must answer. A flow without `userId` lets any discoverable passkey answer. */
export type ToProve = {
  application: Application
  flow: { startedAt: number; userId: string | undefined }
  challenge: string
  userVerification: ApplicationSettings['userVerification']
  assertion: Assertion
}

/** Who answered, and what the assertion says. `blocked`: the blacklist has the passkey's model. */
export type Proof = { user: User; passkey: Passkey; blocked: boolean; verified: VerifiedAssertion }

/**
 * Judges an assertion against the stored passkey; it writes nothing.
 * @throws AppError as `refused` makes it: unknown or foreign passkey, inactive user, refused assertion
 */
export async function provePasskey(core: Core, wanted: ToProve, refused: Refusing): Promise<Proof> {
  const { application, flow, assertion } = wanted
  const found = await core.store.passkeys.findWithUser(application.id, canonical(assertion.credentialId))
  if (!found) throw refused('unknown passkey')
  const { user, passkey } = found
  if (flow.userId && flow.userId !== user.id) throw refused('the passkey belongs to somebody else than the session')
  if (flow.userId && passkey.createdAt > flow.startedAt) throw refused('the passkey was not among those asked for')
  if (user.status !== 'active') throw refused('the user is deactivated')
  try {
    return { ...found, verified: verify(core, wanted, found) }
  } catch (error) {
    throw error instanceof AppError ? refused(error) : error
  }
}

/** Padded and standard base64 name the same credential. */
const canonical = (credentialId: string) => Buffer.from(credentialId, 'base64url').toString('base64url')

function verify(
  { ceremonies }: Core,
  { application, flow, challenge, userVerification, assertion }: ToProve,
  { user, passkey }: { user: User; passkey: Passkey },
): VerifiedAssertion {
  return ceremonies.verifyAssertion(
    assertion,
    { ...passkey, id: passkey.credentialId, userHandle: user.id },
    { application, challenge, userVerification, userHandleRequired: flow.userId === undefined },
  )
}

/** The events of a passkey's use: what it was used for and, where the counter did not rise, that it may be a copy. */
export function useEvents(
  { random, now }: Core,
  { passkey, verified, deviceId }: { passkey: Passkey; verified: VerifiedAssertion; deviceId?: string },
  success: Pick<EventRecord, 'type' | 'detail'>,
): EventRecord[] {
  const { appId, userId, id: passkeyId } = passkey
  const event = (of: Pick<EventRecord, 'type' | 'detail'>): EventRecord => ({
    id: random.timeId(),
    appId,
    at: now(),
    userId,
    passkeyId,
    deviceId,
    ...of,
  })
  if (!verified.counterRegressed) return [event(success)]
  const detail = { stored: passkey.signCount, received: verified.signCount }
  return [event(success), event({ type: 'fido2.passkey.auth.counter', detail })]
}
