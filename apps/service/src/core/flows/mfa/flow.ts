import type { Core } from '../../core.ts'
import { badRequest, unauthorized } from '../../errors.ts'
import type { Application } from '../../model/applications/application.ts'
import type { MfaFactor } from '../../model/applications/mfa-policy.ts'
import type { User } from '../../model/users/user.ts'
import { type CeremonyFlow, type Flow, sessionSpending } from '../../ports/sessions.ts'
import type { Spending } from '../../spent-session.ts'
import { isOutdated, sealedEpoch } from '../../token-epoch.ts'
import type { FlowUser, RegistrationFlow } from '../registration/flow.ts'
import type { MfaKind } from './next.ts'

/** A factor that was verified. `id` and `value` say by what: a passkey, an address, a backend assertion. */
export type VerifiedFactor = { factor: MfaFactor; id: string; value: string; at: number; synced?: boolean }

/** What a passkey signed in an MFA flow, so that anyone can verify it later; binary fields are base64url. */
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
  /** Responses say signIn until a factor was verified. */
  disguised: boolean
  done: readonly VerifiedFactor[]
  /** The factors of the latest list: no others are accepted. */
  offered: readonly MfaFactor[]
  /** The channel of the latest code request. */
  asked?: 'email' | 'sms'
  /** What is to be signed, as base64url. */
  payload: string | undefined
  contentSignatures?: readonly ContentSignature[]
}

const isMfaFlow = (flow: Flow): flow is MfaFlow => flow.purpose === 'mfa'

/** A call of an MFA flow: its session, opened, and the application that it is of. */
export type MfaCall = { application: Application; session: string; flow: MfaFlow }

// Which part was wrong is for the log. The session stays good, so the person may try again.
export const rejectFactor = (reason: unknown) =>
  badRequest('The factor was rejected. Try again, or start a new flow.', reason)

export const rejectSession = (reason: unknown) => unauthorized('Unknown or expired session', reason)

/**
 * The step that a session stands for.
 * @throws AppError unauthorized: the session is of another kind of flow, its step has been completed, or its user signed out
 */
export async function openStep(
  { store }: Core,
  { flow, ...call }: { application: Application; session: string; flow: Flow },
): Promise<MfaCall> {
  if (!isMfaFlow(flow)) throw rejectSession(`the session is for ${flow.purpose}`)
  const { appId, user } = flow
  const { isSpent, tokenEpoch } = await store.mfa.findState({ appId, step: stepSpending(flow), userId: user?.id ?? '' })
  if (isSpent) throw rejectSession('its step was completed before')
  if (user && tokenEpoch !== undefined && isOutdated(user.epoch, { tokenEpoch }))
    throw rejectSession('the user was signed out after the flow began')
  return { ...call, flow }
}

export const toMfaKind = ({ user }: Pick<MfaFlow, 'user'>): MfaKind => (user?.isNew ? 'signUp' : 'signIn')

export const listVerifiedFactors = ({ done }: MfaFlow) => done.map(({ factor }) => factor)

/** Remembered until the flow could not go on anyway, however late in its life the step is completed. */
export const stepSpending = ({ id, endsAt, keepUntil }: MfaFlow): Spending =>
  sessionSpending({ id, expiresAt: endsAt, keepUntil })

/** The same step with more time and something more to remember. */
export const renewStep = ({ now }: Core, { settings }: Application, flow: MfaFlow): MfaFlow => ({
  ...flow,
  expiresAt: Math.min(now() + settings.mfaSessionSeconds * 1000, flow.endsAt),
})

/** The next step: another id and challenge, and one more factor done. */
export function advanceFlow(
  core: Core,
  { application, flow }: MfaCall,
  { verified, ...more }: { verified: VerifiedFactor } & Partial<Pick<MfaFlow, 'user' | 'contentSignatures'>>,
): MfaFlow {
  const { asked: _, ...kept } = flow
  const step = { id: core.random.uuid(), challenge: core.random.text(32), done: [...flow.done, verified], offered: [] }
  return renewStep(core, application, { ...kept, ...more, ...step })
}

/** Whoever holds the device must be its user: what an MFA flow counts on, whatever the application's setting. */
export const requireUserVerification = (application: Application): Application => ({
  ...application,
  settings: { ...application.settings, userVerification: 'required' },
})

/** The registration that the present step offers. */
export function toRegistrationFlow(flow: MfaFlow): RegistrationFlow {
  const { user, id, appId, startedAt, endsAt, keepUntil, challenge, deviceId, device, thumbprints } = flow
  if (!user) throw new Error('A registration without a user was offered')
  const start = { id, appId, startedAt, expiresAt: endsAt, keepUntil, challenge, deviceId, device, thumbprints }
  return { ...start, purpose: 'registration', user, conditional: false, closed: false }
}

/** What a flow keeps of somebody who has an account. */
export const toFlowUser = ({ id, username, usernameType, displayName, tokenEpoch }: User): FlowUser => ({
  id,
  username,
  usernameType,
  displayName,
  isNew: false,
  epoch: sealedEpoch(tokenEpoch),
})
