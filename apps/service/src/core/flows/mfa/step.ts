import type { MfaFactor } from '@thumbturn/contract/vocabulary/sign-in-methods.ts'
import type { Core } from '../../core.ts'
import type { Application } from '../../model/applications/application.ts'
import { readMfaPolicy } from '../../model/applications/mfa-policy.ts'
import type { NewEvent } from '../../model/events/new-event.ts'
import type { Passkey } from '../../model/passkeys/passkey.ts'
import { identifyDevice, toDevice } from '../../use-cases/devices/identify.ts'
import { createEvent } from '../../use-cases/events/create-event.ts'
import type { PasskeyUse } from '../../use-cases/passkeys/verify.ts'
import { resolveOwner } from '../../use-cases/users/resolve-owner.ts'
import { append, type Write } from '../../writes.ts'
import { rejectCode } from '../otp/verify.ts'
import { findMfaAccount, listFactors } from './account.ts'
import { listContentSignatures, nameContent, toSealable } from './content.ts'
import {
  advanceFlow,
  listVerifiedFactors,
  type MfaCall,
  type MfaFlow,
  rejectFactor,
  rejectSession,
  toFlowUser,
  toMfaKind,
  toSpentStep,
  type VerifiedFactor,
} from './flow.ts'
import type { MfaAccount } from './mfa-account.ts'
import { isPolicySatisfied, listContinuations, listNextFactors } from './next.ts'
import { type MfaNext, offer } from './offer.ts'
import type { MfaCompletion, MfaOutcome } from './outcome.ts'
import { listVerifiedContacts } from './reach.ts'
import { issueMfaTokens } from './tokens.ts'

/** Returns the same step again for a factor that it doesn't offer: nothing is verified, and the session stays valid. */
export async function repeatStep(core: Core, { application, session, flow }: MfaCall): Promise<MfaNext> {
  return offer(core, { application, flow, session, account: await findMfaAccount(core, flow) })
}

const isComplete = (application: Application, flow: MfaFlow, done: readonly MfaFactor[] = listVerifiedFactors(flow)) =>
  isPolicySatisfied({ policy: readMfaPolicy(application), kind: toMfaKind(flow), done })

/** Whether the policy, which can have changed since the factor was offered, still has it after those that are verified. */
export const continuesPolicy = (application: Application, flow: MfaFlow, factor: MfaFactor): boolean =>
  listContinuations({
    policy: readMfaPolicy(application),
    kind: toMfaKind(flow),
    done: listVerifiedFactors(flow),
  }).includes(factor)

/** The events of a verified factor: the factor and, if it completes the flow, the completion. */
export function listFactorEvents(application: Application, flow: MfaFlow, factor: MfaFactor): PasskeyUse[] {
  const { flowId, traceId } = flow
  const done = [...listVerifiedFactors(flow), factor]
  const verified = { type: 'fido2.mfa.factor.success' as const, detail: { flow: flowId, factor } }
  if (!isComplete(application, flow, done)) return [verified]
  const detail = { flow: flowId, traceId, kind: toMfaKind(flow), factors: done.join(' ') }
  return [verified, { type: 'fido2.mfa.success', detail }]
}

/** The outcome of a verified factor, and further writes for the batch that stores the factor. */
export type Continuation = { outcome: MfaOutcome; writes: readonly Write[] }

/** A flow with one more verified factor. `account` is its account with that factor. */
export type Continuing = Omit<MfaCompletion, 'outcome' | 'kind' | 'tokens'> &
  Pick<MfaCall, 'contentNames'> & { account?: MfaAccount | undefined }

/**
 * Completes the flow, or offers the next step, before the factor is stored: if this fails, nothing is stored, and the
 * caller can try the same factor again.
 */
export async function prepareContinuation(
  core: Core,
  { application, flow, contentNames, account: given, ...who }: Continuing,
): Promise<Continuation> {
  const kind = toMfaKind(flow)
  if (isComplete(application, flow)) {
    const content = nameContent(await listContentSignatures(core, flow), contentNames)
    const { tokens, writes } = await issueMfaTokens(core, { application, flow, ...who }, content)
    return { outcome: { outcome: 'completed', kind, application, flow, ...who, tokens }, writes }
  }
  const account = given ?? (await findMfaAccount(core, flow))
  const available = await listFactors(core, { application, account, username: flow.user?.username ?? '' })
  const context = { policy: readMfaPolicy(application), kind, done: listVerifiedFactors(flow), available }
  const continued = toSealable({ ...flow, offered: listNextFactors(context) })
  const next = await offer(core, { application, account, flow: continued })
  return { outcome: next, writes: [] }
}

/**
 * Writes a verified factor other than a passkey, and continues. If it completes the flow of a new user, their account
 * is created. `spending`: what the factor used up.
 * @throws AppError bad_request: the user no longer exists or is deactivated, or the code was used at the same time ·
 * unauthorized: the step or the factor was spent
 */
export async function recordFactor(
  core: Core,
  call: MfaCall,
  { verified, spending = [] }: { verified: VerifiedFactor; spending?: readonly Write[] },
): Promise<MfaOutcome> {
  const { application, contentNames } = call
  const flow = advanceFlow(core, call, { verified })
  const { user, newUser } = await resolveOwner(core, requireUser(flow), { reject: rejectFactor, rejectSession })
  const passkey = await findVerifiedPasskey(core, flow)
  const isLast = isComplete(application, flow)
  const device = flow.user?.isNew ? toDevice(core, user.id, flow) : await identifyDevice(core, user, flow)
  // A new user has no ID until the flow is completed.
  const subject = {
    userId: isLast || !flow.user?.isNew ? user.id : undefined,
    deviceId: isLast ? device.id : undefined,
  }
  const { appId } = flow
  const events = listFactorEvents(application, call.flow, verified.factor).map((facts) =>
    createEvent(core, application, { ...facts, ...subject } as NewEvent),
  )
  const updated = flow.user?.isNew ? flow : { ...flow, user: toFlowUser(user) }
  const continuing = { application, contentNames, flow: updated, user, passkey, deviceId: device.id }
  const { outcome, writes } = await prepareContinuation(core, continuing)
  const conflict = await core.store.commit([
    ...spending,
    { spend: { appId, ...toSpentStep(call.flow) } },
    ...(isLast && newUser ? [{ addUser: { ...newUser, contacts: await listVerifiedContacts(core, flow) } }] : []),
    ...(isLast ? [{ seeDevice: { appId, userId: user.id, ...device } }] : []),
    ...append(events),
    ...writes,
  ])
  if (conflict)
    throw conflict === 'code_missing' ? rejectCode('used up, or its method is locked') : rejectSession(conflict)
  return outcome
}

function requireUser({ appId, user }: MfaFlow) {
  if (!user) throw rejectFactor('the flow has no user yet')
  return { appId, user }
}

/** The passkey of an earlier step. */
async function findVerifiedPasskey({ store }: Core, { appId, done }: MfaFlow): Promise<Passkey | undefined> {
  const verified = done.find(({ factor }) => factor.startsWith('passkey:'))
  if (!verified) return undefined
  const passkey = await store.passkeys.find(appId, verified.id)
  if (!passkey) throw rejectFactor('the passkey of an earlier step no longer exists')
  return passkey
}
