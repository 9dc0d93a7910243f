import type { Core } from '../../core.ts'
import type { Refusing } from '../../errors.ts'
import { AppError, withUser } from '../../errors.ts'
import type { Assertion, StoredCredential, VerifiedAssertion } from '../../ports/ceremonies.ts'
import { isOutdated } from '../../token-epoch.ts'
import type { Application, ApplicationSettings } from '../applications/application.ts'
import type { DeviceClaim } from '../devices/device.ts'
import { createEvent } from '../events/create-event.ts'
import type { EventRecord } from '../events/event.ts'
import type { NewEvent } from '../events/registry.ts'
import type { User } from '../users/user.ts'
import { isListed } from './listed.ts'
import type { Passkey } from './passkey.ts'
import { standInFor } from './stand-in.ts'

/** What an assertion must answer. A flow without `userId` lets any discoverable passkey answer. */
export type ToProve = {
  application: Application
  flow: { userId: string | undefined; epoch: string; listed?: string | undefined } & Partial<DeviceClaim>
  challenge: string
  userVerification: ApplicationSettings['userVerification']
  assertion: Assertion
}

/**
 * Who answered, and what the assertion says. `blocked`: the blacklist has the passkey's model. `provenId`: the device of the
 * user that a key belongs to which the client proved to hold.
 */
export type Proof = {
  user: User
  passkey: Passkey
  blocked: boolean
  provenId?: string | undefined
  verified: VerifiedAssertion
}

/**
 * Judges an assertion against the stored passkey; it writes nothing.
 * @throws AppError as `refused` makes it: unknown or foreign passkey, inactive user, refused assertion
 */
export async function provePasskey(core: Core, wanted: ToProve, refused: Refusing): Promise<Proof> {
  const { application, flow, assertion } = wanted
  const credentialId = canonicalId(assertion.credentialId)
  const found = await core.store.passkeys.findWithUser(application.id, credentialId, flow)
  const objection = found ? objectionTo(found, flow) : 'unknown passkey'
  const credential = found ? toCredential(found) : standInFor(core, credentialId)
  try {
    // Judged also where the answer is settled: a refusal in less time would tell that nobody has such a passkey.
    const verified = await verify(core, wanted, credential)
    if (found && objection === undefined) return { ...found, verified }
  } catch (error) {
    throw error instanceof AppError ? withUser(refused(objection ?? error), found?.user.id) : error
  }
  throw withUser(refused(objection), found?.user.id)
}

/** Padded and standard base64 name the same credential. */
export const canonicalId = (credentialId: string) => Buffer.from(credentialId, 'base64url').toString('base64url')

type Found = { user: User; passkey: Passkey }

/** Why a passkey is not one that this flow asked for, whatever it signed. */
function objectionTo({ user, passkey }: Found, { userId, epoch, listed }: ToProve['flow']): string | undefined {
  if (userId && userId !== user.id) return 'the passkey belongs to somebody else than the session'
  if (listed !== undefined && !isListed(listed, passkey.credentialId))
    return 'the passkey was not among those asked for'
  if (userId && isOutdated(epoch, user)) return 'the user was signed out after the session began'
  return user.status === 'active' ? undefined : 'the user is deactivated'
}

const toCredential = ({ user, passkey }: Found): StoredCredential => ({
  ...passkey,
  id: passkey.credentialId,
  userHandle: user.id,
})

const verify = (
  { ceremonies }: Core,
  { application, flow, challenge, userVerification, assertion }: ToProve,
  credential: StoredCredential,
): Promise<VerifiedAssertion> =>
  ceremonies.verifyAssertion(assertion, credential, {
    application,
    challenge,
    userVerification,
    userHandleRequired: flow.userId === undefined,
  })

/** The events of a passkey's use: what it was used for and led to and, where the counter did not rise, that it may be a copy. */
export function useEvents(
  core: Core,
  { application, passkey, verified, deviceId }: Used,
  ...happened: readonly PasskeyUsed[]
): EventRecord[] {
  const { userId, id: passkeyId } = passkey
  const of = { userId, passkeyId, deviceId }
  const used = happened.map((what) => createEvent(core, application, { ...what, ...of } as NewEvent))
  if (!verified.counterRegressed) return used
  const detail = { stored: passkey.signCount, received: verified.signCount }
  return [...used, createEvent(core, application, { type: 'fido2.passkey.auth.counter', ...of, detail })]
}

/** What a passkey was used for, or what that led to. */
export type PasskeyUsed = Pick<Extract<NewEvent, { type: Success }>, 'type' | 'detail'>

type Success = 'fido2.passkey.auth.success' | 'fido2.tx.completed' | 'fido2.mfa.factor.success' | 'fido2.mfa.success'

type Used = { application: Application; passkey: Passkey; verified: VerifiedAssertion; deviceId?: string }
