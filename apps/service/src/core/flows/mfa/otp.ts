import type { Core } from '../../core.ts'
import { badRequest } from '../../errors.ts'
import { type ContactRank, contactRanks, verifiedContact } from '../../model/contacts/contact.ts'
import { contactAddress } from '../../model/contacts/contact-address.ts'
import { usernameKey } from '../../model/users/username.ts'
import type { Subject } from '../otp/account.ts'
import { type Proven, proveCode } from '../otp/prove.ts'
import { requestCode } from '../otp/send.ts'
import { findMfaAccount } from './account.ts'
import { flowUser, type MfaCall, type MfaFlow, refused, renewed } from './flow.ts'
import type { MfaNext } from './offer.ts'
import { type CodeFactor, codeFactors, kindOfFactor, reachOptions } from './reach.ts'
import { type MfaOutcome, pending, takeFactor } from './step.ts'

export type CodeAsked = { method: 'email' | 'sms'; option: string | undefined }

/**
 * Has a code sent to whom the flow is about, whoever that is and whether anybody: the same step, for which other factors
 * stay good too. Answers its renewed session.
 * @throws AppError bad_request: no such option
 */
export async function askForCode(
  core: Core,
  call: MfaCall,
  { method, option }: CodeAsked,
): Promise<MfaNext | { outcome: 'asked'; session: string }> {
  const { application, flow } = call
  const factor = `otp:${method}` as const
  if (!flow.offered.includes(factor)) return pending(core, call)
  const rank = await chooseContact(core, call, { factor, option })
  if (rank === undefined) throw badRequest('Unknown option. Send the label or the value of an option from the list.')
  await requestCode(core, { application, method, purpose: 'mfa', rank, ...toSubject(flow) })
  const asked = { ...renewed(core, application, flow), asked: method }
  return { outcome: 'asked', session: core.sessions.seal(asked) }
}

/**
 * A code that was sent in this flow, or in another one of the same person.
 * @throws AppError bad_request: wrong, expired, used up, tried too often or locked; one message for all
 */
export async function verifyCode(core: Core, call: MfaCall, code: string): Promise<MfaOutcome> {
  const { application, flow } = call
  if (!codeFactors.some((factor) => flow.offered.includes(factor))) return pending(core, call)
  const passkeyProved = flow.done.some(({ factor }) => factor === 'passkey:auth')
  const proving = { application, subject: toSubject(flow), purpose: 'mfa', code, passkeyProved } as const
  const proven = await proveCode(core, { ...proving, ...(flow.asked && { method: flow.asked }) })
  const { method, address = '' } = proven
  const factor: CodeFactor = method === 'sms' ? 'otp:sms' : 'otp:email'
  if (!flow.offered.includes(factor)) throw refused('a code of a factor that was not offered')
  const proved = { factor, id: `${flow.id}:${method}`, value: address, at: core.now() }
  return takeFactor(core, { ...call, flow: whoseCode(flow, proven) }, { proved })
}

/** Somebody known by their id; a name that nobody has by itself. */
const toSubject = ({ user }: MfaFlow): Subject =>
  user && !user.isNew ? { userId: user.id } : { usernameKey: usernameKey(user?.username ?? '') }

/**
 * A name that nobody has as a username may be an address that somebody has verified: then the code was theirs, and so is
 * the flow, unless anything else was proved for the name before.
 */
function whoseCode(flow: MfaFlow, { user, isRecovered }: Proven): MfaFlow {
  // A recovery revokes whatever was issued before, except the flow that it is part of.
  if (user && user.id === flow.user?.id && isRecovered) return { ...flow, user: flowUser(user) }
  if (!user || user.id === flow.user?.id) return flow
  if (!flow.user?.isNew || flow.done.length > 0) throw refused('the code is of somebody else than the flow')
  return { ...flow, user: flowUser(user) }
}

/**
 * Which contact an option names by its value, label or name; without one, the first. Of a contact that is not listed, and of
 * any address of its kind, the caller must not learn whether the user has it.
 */
async function chooseContact(
  core: Core,
  { application, flow }: MfaCall,
  { factor, option }: { factor: CodeFactor; option: string | undefined },
): Promise<ContactRank | undefined> {
  const account = await findMfaAccount(core, flow)
  if (!account) return undefined
  const options = await reachOptions(core, { application, flow, account }, factor)
  if (option === undefined) return options[0]?.rank
  const kind = kindOfFactor(factor)
  const listed = options.find(({ rank, id, label }) => [id, label, `${kind}:${rank}`].includes(option))
  if (listed) return listed.rank
  const named = contactRanks.find((rank) => option === `${kind}:${rank}`)
  if (named) return named
  const address = await contactAddress(core, option)
  if (address?.kind !== kind) return undefined
  return verifiedContact(account.contacts, kind, 'secondary')?.addressKey === address.key ? 'secondary' : 'primary'
}
