import type { Core } from '../../core.ts'
import type { Application } from '../../model/applications/application.ts'
import { type MfaFactor, readMfaPolicy } from '../../model/applications/mfa-policy.ts'
import { deviceSeen, findDeviceSeen } from '../../model/devices/identify.ts'
import { createEvent } from '../../model/events/create-event.ts'
import type { NewEvent } from '../../model/events/registry.ts'
import type { Passkey } from '../../model/passkeys/passkey.ts'
import type { PasskeyUsed } from '../../model/passkeys/prove.ts'
import { createNewUser } from '../../model/users/create.ts'
import type { NewUser, User } from '../../model/users/user.ts'
import type { Spending } from '../../spending.ts'
import { isOutdated } from '../../token-epoch.ts'
import { factorsOfAccount, findMfaAccount } from './account.ts'
import {
  advanced,
  flowUser,
  type MfaCall,
  type MfaFlow,
  mfaKind,
  type ProvedFactor,
  refused,
  sessionRefused,
  stepSpending,
  verifiedFactors,
} from './flow.ts'
import { completes, type MfaKind, nextFactors } from './next.ts'
import { type MfaNext, offer } from './offer.ts'
import { provedContacts } from './reach.ts'

/** A flow whose policy is satisfied. `flow` has every factor that was proved. */
export type MfaCompleted = {
  outcome: 'completed'
  kind: MfaKind
  application: Application
  flow: MfaFlow
  user: User
  /** The passkey that was part of it, if one was. */
  passkey: Passkey | undefined
  deviceId: string
}

/** What every step comes to: which it is, `next.ts` decides. */
export type MfaOutcome = MfaNext | MfaCompleted

/** The same step again, for a factor that it does not offer: nothing was proved, and the session stays as it is. */
export async function pending(core: Core, { application, session, flow }: MfaCall): Promise<MfaNext> {
  return offer(core, { application, flow, session, account: await findMfaAccount(core, flow) })
}

const isComplete = (application: Application, flow: MfaFlow, done = verifiedFactors(flow)) =>
  completes({ policy: readMfaPolicy(application), kind: mfaKind(flow), done })

/** What the proof of one more factor is told by: that it was proved and, where this completes the flow, that too. */
export function factEvents(application: Application, flow: MfaFlow, factor: MfaFactor): PasskeyUsed[] {
  const { flowId, traceId } = flow
  const done = [...verifiedFactors(flow), factor]
  const proved = { type: 'fido2.mfa.factor.success' as const, detail: { flow: flowId, factor } }
  if (!isComplete(application, flow, done)) return [proved]
  const detail = { flow: flowId, traceId, kind: mfaKind(flow), factors: done.join(' ') }
  return [proved, { type: 'fido2.mfa.success', detail }]
}

/** Once a proof is written: the flow is completed, or goes on with what comes next. */
export async function settle(
  core: Core,
  { application, flow, ...who }: Omit<MfaCompleted, 'outcome' | 'kind'>,
): Promise<MfaOutcome> {
  const kind = mfaKind(flow)
  if (isComplete(application, flow)) return { outcome: 'completed', kind, application, flow, ...who }
  const account = await findMfaAccount(core, flow)
  const has = await factorsOfAccount(core, { application, account, username: flow.user?.username ?? '' })
  const situation = { policy: readMfaPolicy(application), kind, done: verifiedFactors(flow), has }
  return offer(core, { application, account, flow: { ...flow, offered: nextFactors(situation) } })
}

/**
 * Writes a factor that was proved by anything but a passkey, and goes on. Somebody new gets their account here where
 * that completes the flow.
 * @throws AppError bad_request: the user is gone or deactivated · unauthorized: the step or the proof was spent
 */
export async function takeFactor(
  core: Core,
  call: MfaCall,
  { proved, spending = [] }: { proved: ProvedFactor; spending?: readonly Spending[] },
): Promise<MfaOutcome> {
  const { application } = call
  const flow = advanced(core, call, { proved })
  const { user, newUser } = await resolveOwner(core, flow)
  const passkey = await findVerifiedPasskey(core, flow)
  const done = isComplete(application, flow)
  const device = flow.user?.isNew ? deviceSeen(core, user.id, flow) : await findDeviceSeen(core, user, flow)
  // Somebody new has no id before the flow is completed.
  const who = { userId: done || !flow.user?.isNew ? user.id : undefined, deviceId: done ? device.id : undefined }
  const outcome = await core.store.mfa.take({
    appId: flow.appId,
    spendings: [stepSpending(call.flow), ...spending],
    newUser: done ? newUser : undefined,
    contacts: done ? await provedContacts(core, flow) : [],
    device: done ? { ...device, userId: user.id } : undefined,
    events: factEvents(application, call.flow, proved.factor).map((what) =>
      createEvent(core, application, { ...what, ...who } as NewEvent),
    ),
  })
  if (outcome !== 'taken') throw sessionRefused(outcome)
  const known = flow.user?.isNew ? flow : { ...flow, user: flowUser(user) }
  return settle(core, { application, flow: known, user, passkey, deviceId: device.id })
}

/** The account of the flow. It must be there, and active, unless somebody new is about to get it. */
async function resolveOwner(core: Core, { appId, user }: MfaFlow): Promise<{ user: User; newUser?: NewUser }> {
  if (!user) throw refused('the flow has no user yet')
  if (user.isNew) {
    const newUser = await createNewUser(core, { ...user, appId })
    return { user: newUser, newUser }
  }
  const found = await core.store.users.find(appId, user.id)
  if (found?.status !== 'active') throw refused('the user is gone or deactivated')
  if (isOutdated(user.epoch, found)) throw sessionRefused('the user was signed out after the flow began')
  return { user: found }
}

/** The passkey of an earlier step. */
async function findVerifiedPasskey({ store }: Core, { appId, done }: MfaFlow): Promise<Passkey | undefined> {
  const proved = done.find(({ factor }) => factor.startsWith('passkey:'))
  if (!proved) return undefined
  const passkey = await store.passkeys.find(appId, proved.id)
  if (!passkey) throw refused('the passkey of an earlier step is gone')
  return passkey
}
