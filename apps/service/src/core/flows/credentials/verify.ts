import { createHash, timingSafeEqual } from 'node:crypto'
import type { Core } from '../../core.ts'
import type { Application } from '../../model/applications/application.ts'
import { allowsOnlyPasskeys } from '../../model/applications/security-profile.ts'
import type { Credential, CredentialUse } from '../../model/credentials/credential.ts'
import type { User } from '../../model/users/user.ts'
import { createEvent } from '../../use-cases/events/create-event.ts'
import { append, type Write } from '../../writes.ts'
import { authenticationFailed } from './authentication-failed.ts'
import { preparePassword } from './password-policy.ts'
import type { TargetUser } from './target-user.ts'
import { deriveTotpSecret, findTotpStep } from './totp.ts'

/** The credential that a user typed. `id`: the pending credential that it completes. */
export type CredentialSubmission = {
  application: Application
  target: Pick<TargetUser, 'user' | 'usernameKey'>
  type: 'password' | 'recovery_code' | 'totp'
  submitted: string
  id?: string
}

/** A verified credential other than a passkey. Nothing is written yet. `spending`: what spends the code that it was verified by. */
export type CredentialProof = {
  application: Application
  user: User
  use: CredentialUse
  spending?: readonly Write[]
}

// Enough that different usernames rarely share one, few enough that an attacker can't fill a table.
const decoyAccounts = 4096

/**
 * Verifies what a user typed. Each attempt counts as a failure before anything is compared, so parallel attempts gain
 * nothing. After as many in a row as the application allows, only a passkey, a recovery, or the backend unlocks the
 * method. An unknown username costs the same reads, writes, and hashing.
 * @throws AppError unauthorized: wrong, missing, locked, or a deactivated user; one error for all
 */
export async function verifyCredential(core: Core, submission: CredentialSubmission): Promise<CredentialProof> {
  const { application, target, type, id } = submission
  if (allowsOnlyPasskeys(application)) throw authenticationFailed('the application allows passkeys only')
  const { user, usernameKey } = target
  const { id: appId, settings } = application
  const decoyId = deriveDecoyUserId(core, appId, usernameKey)
  const credentials = await core.store.credentials.listByUser(appId, user?.id ?? decoyId)
  const expectedStatus = id === undefined ? 'active' : 'pending'
  const credential = credentials.find(
    (one) => one.type === type && one.status === expectedStatus && (id ?? one.id) === one.id,
  )
  // Without the ID of the pending credential, an attacker can't lock what the user has.
  const counter =
    user && (credential || id === undefined) ? { account: user.id, userId: user.id } : { account: decoyId }
  const most = counter.account === decoyId ? Number.MAX_SAFE_INTEGER : countAllowedFailures(type, settings.otpFailures)
  const attempt = { appId, userId: undefined, ...counter, method: type, at: core.now(), most }
  const isLocked = (await core.store.commit([{ countFailure: attempt }])) !== undefined
  const step = await checkAnswer(core, submission, credential)
  if (!credential || !user || step === undefined)
    throw authenticationFailed(credential ? 'wrong' : 'no such credential')
  if (isLocked) throw authenticationFailed('the method is locked')
  if (user.status !== 'active') throw authenticationFailed('the user is deactivated')
  const event = createEvent(core, application, {
    type: 'fido2.credential.proved',
    userId: user.id,
    detail: { type },
  })
  const isUsedUp = type === 'recovery_code'
  return { application, user, use: { credential, step, isUsedUp, at: core.now(), events: [event] } }
}

// Three codes of an authenticator app are correct at any time, so an attacker gets a third of the attempts: whatever an
// application allows, the probability of guessing one stays below 1 in 10,000.
const mostTotpFailures = 33

const countAllowedFailures = (type: CredentialSubmission['type'], otpFailures: number) =>
  type === 'totp' ? Math.min(otpFailures, mostTotpFailures) : otpFailures

/**
 * The time step that a correct code uses up, 0 if there are no steps; undefined if the code is wrong. A missing
 * credential costs the same work.
 */
async function checkAnswer(core: Core, { type, submitted }: CredentialSubmission, credential: Credential | undefined) {
  if (type === 'password') {
    return (await core.passwords.matches(preparePassword(submitted), credential?.secret)) ? 0 : undefined
  }
  if (type === 'recovery_code') return isRecoveryCode(core, submitted, credential) ? 0 : undefined
  const step = findTotpStep(deriveTotpSecret(core, credential ?? { appId: '', id: '' }), submitted, core.now())
  return step !== undefined && credential && step > credential.lastStep ? step : undefined
}

const normalizeCode = (code: string) => code.toUpperCase().replaceAll(/[^A-Z2-7]/g, '')

/**
 * The keyed hash of a recovery code, ignoring spaces and hyphens. It can't be guessed without the installation's key.
 */
export const hashRecoveryCode = ({ keyed }: Pick<Core, 'keyed'>, userId: string, code: string) =>
  keyed('recovery code', JSON.stringify([userId, normalizeCode(code)])).toString('base64url')

function isRecoveryCode(core: Core, submitted: string, credential: Credential | undefined): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const actual = digest(hashRecoveryCode(core, credential?.userId ?? '', submitted))
  return timingSafeEqual(actual, digest(credential?.secret ?? '')) && credential !== undefined
}

/** One of a few counters that all unknown usernames share. */
export function deriveDecoyUserId({ keyed }: Pick<Core, 'keyed'>, appId: string, usernameKey: string): string {
  const bytes = keyed('nobody', JSON.stringify([appId, { usernameKey }]))
  return `nobody-${bytes.readUInt32BE() % decoyAccounts}`
}

/**
 * Writes a verified credential: the sign-in, or the first use of a pending credential.
 * @throws AppError unauthorized: it was used or replaced since it was read
 */
export async function useCredential(core: Core, proof: CredentialProof): Promise<CredentialProof> {
  const { credential, spending, isUsedUp, step, at, events } = proof.use
  const { appId, userId, type, status } = credential
  const conflict = await core.store.commit([
    ...(proof.spending ?? []),
    ...(spending ? [{ spend: { appId, ...spending } }] : []),
    ...(status === 'pending' ? [{ deleteActiveCredential: credential }] : []),
    isUsedUp ? { deleteCredential: credential } : { useCredential: { credential, step, at } },
    { unlock: { appId, account: userId, method: type } },
    ...append(events),
  ])
  if (conflict) throw authenticationFailed('used or replaced at the same time')
  return proof
}
