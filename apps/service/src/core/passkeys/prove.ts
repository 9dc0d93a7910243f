import type { Application, ApplicationSettings } from '../applications/application.ts'
import type { Assertion, VerifiedAssertion } from '../ceremonies.ts'
import type { Core } from '../core.ts'
import { AppError } from '../errors.ts'
import { eventOf } from '../event-of.ts'
import type { EventRecord } from '../events/event.ts'
import type { NewEvent } from '../events/registry.ts'
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
    return { ...found, verified: await verify(core, wanted, found) }
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
): Promise<VerifiedAssertion> {
  return ceremonies.verifyAssertion(
    assertion,
    { ...passkey, id: passkey.credentialId, userHandle: user.id },
    { application, challenge, userVerification, userHandleRequired: flow.userId === undefined },
  )
}

/** The events of a passkey's use: what it was used for and led to and, where the counter did not rise, that it may be a copy. */
export function useEvents(
  core: Core,
  { application, passkey, verified, deviceId }: Used,
  ...happened: readonly PasskeyUsed[]
): EventRecord[] {
  const { userId, id: passkeyId } = passkey
  const of = { userId, passkeyId, deviceId }
  const used = happened.map((what) => eventOf(core, application, { ...what, ...of } as NewEvent))
  if (!verified.counterRegressed) return used
  const detail = { stored: passkey.signCount, received: verified.signCount }
  return [...used, eventOf(core, application, { type: 'fido2.passkey.auth.counter', ...of, detail })]
}

/** What a passkey was used for, or what that led to. */
export type PasskeyUsed = Pick<Extract<NewEvent, { type: Success }>, 'type' | 'detail'>

type Success = 'fido2.passkey.auth.success' | 'fido2.tx.completed' | 'fido2.mfa.factor.success' | 'fido2.mfa.success'

type Used = { application: Application; passkey: Passkey; verified: VerifiedAssertion; deviceId?: string }
