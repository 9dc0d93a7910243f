import type { ApplicationSettings } from '@thumbturn/contract/vocabulary/application-settings.ts'
import type { Core } from '../../core.ts'
import type { Reject } from '../../errors.ts'
import { AppError, explain, rejectFor, withUser } from '../../errors.ts'
import type { Application } from '../../model/applications/application.ts'
import { allowsPasskey } from '../../model/applications/security-profile.ts'
import type { DeviceClaim } from '../../model/devices/device.ts'
import type { EventRecord } from '../../model/events/event.ts'
import type { NewEvent } from '../../model/events/new-event.ts'
import { explanations } from '../../model/passkeys/explanations.ts'
import { isListed } from '../../model/passkeys/listed.ts'
import type { UsedPasskey } from '../../model/passkeys/passkey.ts'
import type { Payment } from '../../model/transactions/payment.ts'
import { isOutdated } from '../../model/users/token-epoch.ts'
import type { Assertion, StoredCredential, VerifiedAssertion } from '../../ports/ceremonies.ts'
import type { PasskeyMatch } from '../../ports/stores/passkeys.ts'
import { createEvent } from '../events/create-event.ts'
import { describeCeremony } from '../events/describe-ceremony.ts'
import { createDecoyCredential } from './decoy-credential.ts'

/** How a page asks for any passkey: in the autofill of an input, or by a dialog only if one is on this device. */
export type SignInMode = 'autofill' | 'immediate'

/** The conditions that an assertion must match. Without a `userId`, any discoverable passkey can sign in. */
export type ExpectedAssertion = {
  application: Application
  flow: { userId: string | undefined; epoch: string; listed?: string | undefined } & Partial<DeviceClaim>
  challenge: string
  userVerification: ApplicationSettings['userVerification']
  /** The payment that the browser must have shown, if the assertion is to confirm a payment. */
  payment?: Payment | undefined
  assertion: Assertion
}

/**
 * The user, the passkey, and what the assertion says. `blocked`: the blacklist has the passkey's model. `provenId`: the
 * user's device that a proven key belongs to.
 */
export type PasskeyProof = PasskeyMatch & { verified: VerifiedAssertion }

/**
 * Verifies an assertion against the stored passkey, without writing anything.
 * @throws AppError created by `reject`: the passkey is unknown or another user's, the user is inactive, or the
 * assertion is rejected
 */
export async function verifyPasskey(core: Core, expected: ExpectedAssertion, reject: Reject): Promise<PasskeyProof> {
  const { application, flow, assertion } = expected
  const credentialId = toCanonicalId(assertion.credentialId)
  const found = await core.store.passkeys.findWithUser(application.id, credentialId, flow)
  const objection = found ? findObjection(found, expected) : 'unknown passkey'
  const credential = found ? toCredential(found, assertion) : createDecoyCredential(core, credentialId)
  try {
    // Also verified if the result is already settled: a faster rejection would reveal that the passkey is unknown.
    const verified = await verify(core, expected, credential)
    if (found && objection === undefined) return { ...requireAllowed(found, expected, reject), verified }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw withUser(objection === undefined ? rejectFor(reject, error) : reject(objection), found?.user.id)
  }
  throw withUser(reject(objection), found?.user.id)
}

/** Padded and standard base64 identify the same credential. */
export const toCanonicalId = (credentialId: string) => Buffer.from(credentialId, 'base64url').toString('base64url')

/** The same passkey, which proved to be its holder's. */
function requireAllowed(found: PasskeyMatch, { application }: ExpectedAssertion, reject: Reject): PasskeyMatch {
  if (allowsPasskey(application, found.passkey)) return found
  throw explain(reject('the security profile allows no such passkey'), explanations.formerPasskey)
}

/** Why the flow doesn't accept this passkey, regardless of what it signed. */
function findObjection(
  { user, passkey }: PasskeyMatch,
  { flow: { userId, epoch, listed } }: ExpectedAssertion,
): string | undefined {
  if (userId && userId !== user.id) return 'the passkey belongs to another user than the session'
  if (listed !== undefined && !isListed(listed, passkey.credentialId)) return 'the passkey was not in allowCredentials'
  if (userId && isOutdated(epoch, user)) return 'the user was signed out after the session started'
  return user.status === 'active' ? undefined : 'the user is deactivated'
}

const toCredential = ({ user, passkey }: PasskeyMatch, { userHandle: sent }: Assertion): StoredCredential => ({
  ...passkey,
  id: passkey.credentialId,
  backupEligible: passkey.backupEligibleUnknown ? 'unknown' : passkey.backupEligible,
  // A credential belongs to one user, so that an unknown handle proves nothing that its signature doesn't.
  userHandle: passkey.userHandle === '' && sent ? toCanonicalId(sent) : (passkey.userHandle ?? user.id),
})

const verify = (
  { ceremonies }: Core,
  { application, flow, challenge, userVerification, payment, assertion }: ExpectedAssertion,
  credential: StoredCredential,
): Promise<VerifiedAssertion> =>
  ceremonies.verifyAssertion(assertion, credential, {
    application,
    challenge,
    userVerification,
    userHandleRequired: flow.userId === undefined,
    payment,
  })

/** The events of a passkey's use: what it was used for, and what about the passkey is suspicious. */
export function createUseEvents(
  core: Core,
  { application, passkey, verified, deviceId }: VerifiedUse,
  ...facts: readonly PasskeyUse[]
): EventRecord[] {
  const { userId, id: passkeyId } = passkey
  const subject = { userId, passkeyId, deviceId }
  const used = facts.map((fact) => createEvent(core, application, { ...fact, ...subject } as NewEvent))
  const suspicions = listSuspicions(passkey, verified)
  return [...used, ...suspicions.map((fact) => createEvent(core, application, { ...fact, ...subject } as NewEvent))]
}

/** Changes that an application can flag instead of rejecting them. */
function listSuspicions(passkey: UsedPasskey, verified: VerifiedAssertion): PasskeySuspicion[] {
  const counter = { stored: passkey.signCount, received: verified.signCount }
  const backup = { stored: passkey.backupEligible, received: verified.backupEligible }
  return [
    ...(verified.counterRegressed ? [{ type: 'fido2.passkey.auth.counter' as const, detail: counter }] : []),
    ...(verified.backupEligibilityChanged ? [{ type: 'fido2.passkey.auth.backup' as const, detail: backup }] : []),
  ]
}

type PasskeySuspicion = Pick<
  Extract<NewEvent, { type: 'fido2.passkey.auth.counter' | 'fido2.passkey.auth.backup' }>,
  'type' | 'detail'
>

/** The event of a verified passkey, apart from whom it is about. */
export const createSuccess = (
  core: Pick<Core, 'now'>,
  flow: Parameters<typeof describeCeremony>[1] & { userId: string | undefined; mode?: SignInMode | undefined },
  { verified, passkey, purpose }: Pick<PasskeyProof, 'verified' | 'passkey'> & { purpose: 'signIn' | 'mfa' | 'code' },
): PasskeyUse => ({
  type: 'fido2.passkey.auth.success',
  detail: {
    userVerified: verified.userVerified,
    aaguid: passkey.aaguid,
    purpose,
    ...(flow.userId === undefined ? { named: false, ...describeMode(flow.mode) } : { named: true }),
    ...describeCeremony(core, flow),
  },
})

/** The event of a confirmed transaction. `isPayment`: the browser showed payee and amount. */
export const createConfirmation = (txId: string, isPayment: boolean): PasskeyUse => ({
  type: 'fido2.tx.completed',
  detail: { txId, ...(isPayment && { payment: true }) },
})

const describeMode = (mode: SignInMode | undefined) =>
  mode === 'immediate' ? { immediate: true } : { autofill: mode === 'autofill' }

/** The use of a passkey, or its result. */
export type PasskeyUse = Pick<Extract<NewEvent, { type: Success }>, 'type' | 'detail'>

type Success = 'fido2.passkey.auth.success' | 'fido2.tx.completed' | 'fido2.mfa.factor.success' | 'fido2.mfa.success'

type VerifiedUse = { application: Application; passkey: UsedPasskey; verified: VerifiedAssertion; deviceId?: string }
