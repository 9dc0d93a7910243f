import type { Core } from '../../core.ts'
import type { Creation } from '../../ports/ceremonies.ts'
import { registerPasskey } from '../registration/register.ts'
import {
  advanceFlow,
  type MfaCall,
  rejectFactor,
  rejectSession,
  requireUserVerification,
  toFlowUser,
  toRegistrationFlow,
} from './flow.ts'
import { toVerifiedFactor } from './passkey.ts'
import { listVerifiedContacts } from './reach.ts'
import { continueFlow, listFactorEvents, type MfaOutcome, repeatStep } from './step.ts'

const rejectPasskey = (reason: unknown) => (reason === 'session_spent' ? rejectSession(reason) : rejectFactor(reason))

/**
 * Registers a new passkey for the user, and creates the account of a new user.
 * @throws AppError bad_request: the credential is rejected, the authenticator model is blocked, or the username or
 * address was taken meanwhile · unauthorized: the step was spent
 */
export async function registerPasskeyFactor(core: Core, call: MfaCall, creation: Creation): Promise<MfaOutcome> {
  const { application, flow } = call
  if (!flow.offered.includes('passkey:reg')) return repeatStep(core, call)
  const registration = { application: requireUserVerification(application), flow: toRegistrationFlow(flow), creation }
  const extraEvents = listFactorEvents(application, flow, 'passkey:reg')
  const contacts = await listVerifiedContacts(core, flow)
  const stored = await registerPasskey(core, { ...registration, contacts, extraEvents }, rejectPasskey)
  const { user, passkey, deviceId } = stored
  const verified = toVerifiedFactor(core, 'passkey:reg', passkey)
  const next = advanceFlow(core, call, { verified, user: { ...toFlowUser(user), isNew: flow.user?.isNew ?? false } })
  return continueFlow(core, { application, flow: next, user, passkey, deviceId })
}
