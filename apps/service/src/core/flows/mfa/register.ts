import type { Core } from '../../core.ts'
import type { Creation } from '../../ports/ceremonies.ts'
import { registerPasskey } from '../registration/register.ts'
import { advanced, flowUser, type MfaCall, refused, sessionRefused, toRegistrationFlow, verifyingUser } from './flow.ts'
import { provedBy } from './passkey.ts'
import { provedContacts } from './reach.ts'
import { factEvents, type MfaOutcome, pending, settle } from './step.ts'

const notStored = (reason: unknown) => (reason === 'session_spent' ? sessionRefused(reason) : refused(reason))

/**
 * A new passkey of the user, who gets an account by it where they have none.
 * @throws AppError bad_request: refused credential, blocked authenticator model, or a name or address that somebody took
 * meanwhile · unauthorized: the step was spent
 */
export async function addPasskey(core: Core, call: MfaCall, creation: Creation): Promise<MfaOutcome> {
  const { application, flow } = call
  if (!flow.offered.includes('passkey:reg')) return pending(core, call)
  const registration = { application: verifyingUser(application), flow: toRegistrationFlow(flow), creation }
  const alsoHappened = factEvents(application, flow, 'passkey:reg')
  const contacts = await provedContacts(core, flow)
  const stored = await registerPasskey(core, { ...registration, contacts, alsoHappened }, notStored)
  const { user, passkey, deviceId } = stored
  const proved = provedBy(core, 'passkey:reg', passkey)
  const next = advanced(core, call, { proved, user: { ...flowUser(user), isNew: flow.user?.isNew ?? false } })
  return settle(core, { application, flow: next, user, passkey, deviceId })
}
