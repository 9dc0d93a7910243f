import type { Core } from '../../core.ts'
import type { Creation } from '../../ports/ceremonies.ts'
import { attemptCompletion } from '../../use-cases/limits/failed-completions.ts'
import { prepareRegistration } from '../registration/register.ts'
import { findMfaAccount } from './account.ts'
import {
  advanceFlow,
  type MfaCall,
  rejectFactor,
  rejectSession,
  requireUserVerification,
  toFlowUser,
  toRegistrationFlow,
} from './flow.ts'
import type { MfaOutcome } from './outcome.ts'
import { toVerifiedFactor } from './passkey.ts'
import { listVerifiedContacts } from './reach.ts'
import { continuesPolicy, listFactorEvents, prepareContinuation, repeatStep } from './step.ts'

const rejectPasskey = (reason: unknown) => (reason === 'session_spent' ? rejectSession(reason) : rejectFactor(reason))

/**
 * Registers a new passkey for the user, and creates the account of a new user.
 * @throws AppError bad_request: the credential is rejected, the authenticator model is blocked, or the username or
 * address was taken at the same time · unauthorized: the step was spent, or has failed too often
 */
export async function registerPasskeyFactor(core: Core, call: MfaCall, creation: Creation): Promise<MfaOutcome> {
  const { application, flow } = call
  if (!flow.offered.includes('passkey:reg')) return repeatStep(core, call)
  if (!continuesPolicy(application, flow, 'passkey:reg'))
    throw rejectFactor('the policy of the application no longer allows it')
  const complete = () => registerFactor(core, call, creation)
  return attemptCompletion(core, { sessionId: flow.id, complete, reject: rejectSession })
}

async function registerFactor(core: Core, call: MfaCall, creation: Creation): Promise<MfaOutcome> {
  const { application, flow } = call
  const registration = { application: requireUserVerification(application), flow: toRegistrationFlow(flow), creation }
  const extraEvents = listFactorEvents(application, flow, 'passkey:reg')
  const contacts = await listVerifiedContacts(core, flow)
  const prepared = await prepareRegistration(core, { ...registration, contacts, extraEvents }, rejectPasskey)
  const { user, passkey, deviceId } = prepared.signIn
  const isNew = flow.user?.isNew ?? false
  const verified = toVerifiedFactor(core, 'passkey:reg', passkey)
  const next = advanceFlow(core, call, { verified, user: { ...toFlowUser(user), isNew } })
  const before = await findMfaAccount(core, next)
  const { outcome, writes } = await prepareContinuation(core, {
    application,
    contentNames: call.contentNames,
    flow: next,
    user,
    passkey,
    deviceId,
    account: before && {
      ...before,
      user,
      passkeys: [...before.passkeys, passkey],
      contacts: isNew ? contacts : before.contacts,
    },
  })
  await prepared.store(writes)
  return outcome
}
