import type { MfaFactor } from '@thumbturn/contract/vocabulary/sign-in-methods.ts'
import type { Core } from '../../core.ts'
import { badRequest, unauthorized } from '../../errors.ts'
import type { Application } from '../../model/applications/application.ts'
import { isOutdated, sealEpoch } from '../../model/users/token-epoch.ts'
import type { SignedInUser } from '../../model/users/user.ts'
import { type CeremonyFlow, type Flow, toSpentSession } from '../../ports/sessions.ts'
import type { SpentSession } from '../../spent-session.ts'
import type { FlowUser, RegistrationFlow } from '../registration/flow.ts'
import type { MfaKind } from './next.ts'

/** A factor that was verified. `id` and `value` say by what: a passkey, an address, a backend assertion. */
export type VerifiedFactor = { factor: MfaFactor; id: string; value: string; at: number; synced?: boolean }

/** A signature of a passkey in an MFA flow, so that anyone can verify it later; binary fields are base64url. */
export type ContentSignature = {
  txId: string
  nonce: string
  serverNonce: string
  hash: string
  credentialId: string
  publicKey: string
  clientDataJSON: string
  authenticatorData: string
  signature: string
}

/**
 * An MFA flow between two of its steps. `id` is the current step's: verifying a factor spends it and creates the next one,
 * while asking for a code or attaching a payload keeps it. `startedAt` is the flow's.
 */
export type MfaFlow = CeremonyFlow & {
  purpose: 'mfa'
  flowId: string
  /** No session of the flow lasts longer, however often it's renewed. Milliseconds since 1970. */
  endsAt: number
  /** Absent until a passkey identifies the user. */
  user: FlowUser | undefined
  /** The client's name for the flow; `flowId` if it has none. */
  traceId: string
  /** Responses say signIn until a factor is verified. */
  disguised: boolean
  done: readonly VerifiedFactor[]
  /** The factors of the latest list: no others are accepted. */
  offered: readonly MfaFactor[]
  /** The channel of the latest code request. */
  asked?: 'email' | 'sms'
  /** The payload to sign, as base64url. */
  payload: string | undefined
  /** The browser can show a payment: the payload's, if it describes one. Passkeys are then created for payments too. */
  payment?: true
  contentSignatures?: readonly ContentSignature[]
  /** The transaction that keeps what the passkey signed, if the session can't hold it. */
  storedContent?: string
}

const isMfaFlow = (flow: Flow): flow is MfaFlow => flow.purpose === 'mfa'

/** The names that an API gives to two fields of a content signature. */
export type ContentNames = { serverNonce: string; hash: string }

/** A call of an MFA flow: its application, its opened session, and what its API calls what passkeys signed. */
export type MfaCall = {
  application: Application
  session: string
  flow: MfaFlow
  contentNames: ContentNames
}

// Only the log has the cause. The session stays valid, so the user can try again.
export const rejectFactor = (reason: unknown) =>
  badRequest('The factor was rejected. Try again, or start a new flow.', reason)

export const rejectSession = (reason: unknown) => unauthorized('Unknown or expired session', reason)

/**
 * The step that a session belongs to.
 * @throws AppError unauthorized: the session is of another kind of flow, its step was completed, or its user was signed
 * out
 */
export async function openStep(
  { store }: Core,
  { flow, ...call }: Omit<MfaCall, 'flow'> & { flow: Flow },
): Promise<MfaCall> {
  if (!isMfaFlow(flow)) throw rejectSession(`the session is for ${flow.purpose}`)
  const { appId, user } = flow
  const { isSpent, tokenEpoch } = await store.mfa.findState({ appId, step: toSpentStep(flow), userId: user?.id ?? '' })
  if (isSpent) throw rejectSession('its step was already completed')
  if (user && tokenEpoch !== undefined && isOutdated(user.epoch, { tokenEpoch }))
    throw rejectSession('the user was signed out after the flow started')
  return { ...call, flow }
}

export const toMfaKind = ({ user }: Pick<MfaFlow, 'user'>): MfaKind => (user?.isNew ? 'signUp' : 'signIn')

export const listVerifiedFactors = ({ done }: MfaFlow) => done.map(({ factor }) => factor)

/** Remembered until the flow would have ended, however late its step is completed. */
export const toSpentStep = ({ id, endsAt, keepUntil }: MfaFlow): SpentSession =>
  toSpentSession({ id, expiresAt: endsAt, keepUntil })

/** The same step with its time extended. */
export const renewStep = ({ now }: Core, { settings }: Application, flow: MfaFlow): MfaFlow => ({
  ...flow,
  expiresAt: Math.min(now() + settings.mfaSessionSeconds * 1000, flow.endsAt),
})

/** The next step: a new ID and challenge, and one more verified factor. */
export function advanceFlow(
  core: Core,
  { application, flow }: MfaCall,
  { verified, ...more }: { verified: VerifiedFactor } & Partial<Pick<MfaFlow, 'user' | 'contentSignatures'>>,
): MfaFlow {
  const { asked, ...kept } = flow
  const step = {
    id: core.random.timeId(),
    challenge: core.random.text(32),
    done: [...flow.done, verified],
    offered: [],
  }
  return renewStep(core, application, { ...kept, ...more, ...step })
}

/** MFA flows require user verification, regardless of the application's setting. */
export const requireUserVerification = (application: Application): Application => ({
  ...application,
  settings: { ...application.settings, userVerification: 'required' },
})

/** The registration that the current step offers. */
export function toRegistrationFlow(flow: MfaFlow): RegistrationFlow {
  const { user, id, appId, appCreatedAt, startedAt, endsAt, keepUntil, challenge, deviceId, device, thumbprints } = flow
  if (!user) throw new Error('A registration was offered without a user')
  const start = { id, appId, appCreatedAt, startedAt, expiresAt: endsAt, keepUntil, challenge }
  const known = { deviceId, device, thumbprints }
  return { ...start, ...known, purpose: 'registration', user, conditional: false, closed: false, authorized: true }
}

/** The part of an existing user that a flow keeps. */
export const toFlowUser = ({ id, username, usernameType, displayName, tokenEpoch }: SignedInUser): FlowUser => ({
  id,
  username,
  usernameType,
  displayName,
  isNew: false,
  epoch: sealEpoch(tokenEpoch),
})
