import type { Core } from '../../core.ts'
import { badRequest } from '../../errors.ts'
import { type ContactRank, contactRanks, findVerifiedContact } from '../../model/contacts/contact.ts'
import { usernameKey } from '../../model/users/username.ts'
import { parseContactAddress } from '../../use-cases/contacts/contact-address.ts'
import type { Subject } from '../otp/account.ts'
import { requestCode } from '../otp/send.ts'
import { matchCode, spendCode, type VerifiedCode } from '../otp/verify.ts'
import { findMfaAccount } from './account.ts'
import { type MfaCall, type MfaFlow, rejectFactor, renewStep, toFlowUser } from './flow.ts'
import type { MfaNext } from './offer.ts'
import type { MfaOutcome } from './outcome.ts'
import { type CodeFactor, codeFactors, isDisguised, listReachOptions, toContactKind } from './reach.ts'
import { recordFactor, repeatStep } from './step.ts'

export type FlowCodeRequest = { method: 'email' | 'sms'; option: string | undefined }

/**
 * Sends a code to the user of the flow, if there is one. The step stays the same, so its other factors stay possible.
 * Returns its renewed session.
 * @throws AppError bad_request: unknown option
 */
export async function requestFlowCode(
  core: Core,
  call: MfaCall,
  { method, option }: FlowCodeRequest,
): Promise<MfaNext | { outcome: 'asked'; session: string }> {
  const { application, flow } = call
  const factor = `otp:${method}` as const
  if (!flow.offered.includes(factor)) return repeatStep(core, call)
  const rank = await chooseContact(core, call, { factor, option })
  if (rank === undefined) throw badRequest('Unknown option. Send the label or the value of an option from the list.')
  // Sealed before the request is stored, so that a failure stores nothing.
  const asked = { ...renewStep(core, application, flow), asked: method }
  const session = core.sessions.seal(asked)
  await requestCode(core, { application, method, purpose: 'mfa', rank, ...toSubject(flow) })
  return { outcome: 'asked', session }
}

/**
 * Verifies a code that was sent in this flow, or in another flow of the same user.
 * @throws AppError bad_request: wrong, expired, used, attempted too often, or locked; one error for all
 */
export async function verifyFlowCode(core: Core, call: MfaCall, typed: string): Promise<MfaOutcome> {
  const { application, flow } = call
  if (!codeFactors.some((factor) => flow.offered.includes(factor))) return repeatStep(core, call)
  const passkeyVerified = flow.done.some(({ factor }) => factor === 'passkey:auth')
  const submission = { application, subject: toSubject(flow), purpose: 'mfa', code: typed, passkeyVerified } as const
  const match = await matchCode(core, { ...submission, ...(flow.asked && { method: flow.asked }) })
  const { method, address = '', isRecovered } = match.code
  const factor: CodeFactor = method === 'sms' ? 'otp:sms' : 'otp:email'
  const owned = flow.offered.includes(factor) ? withCodeOwner(flow, match.code) : undefined
  // A recovery is complete even if the flow doesn't continue. A code that the flow can't use must not be tried elsewhere.
  if (isRecovered || !owned) await spendCode(core, match)
  if (!owned) throw rejectFactor('the code belongs to another user, or to a factor that was not offered')
  const verified = { factor, id: `${flow.id}:${method}`, value: address, at: core.now() }
  return recordFactor(core, { ...call, flow: owned }, { verified, spending: isRecovered ? [] : match.writes })
}

/** A known user by ID, an unknown one by username. */
const toSubject = ({ user }: MfaFlow): Subject =>
  user && !user.isNew ? { userId: user.id } : { usernameKey: usernameKey(user?.username ?? '') }

/**
 * An unknown username can be an address that another user has verified. The code was sent to that user, so the flow
 * becomes theirs, unless another factor was already verified for the username: then the flow can't use the code.
 */
function withCodeOwner(flow: MfaFlow, { user, isRecovered }: VerifiedCode): MfaFlow | undefined {
  // A recovery revokes everything issued before, except the flow that it's part of.
  if (user && user.id === flow.user?.id && isRecovered) return { ...flow, user: toFlowUser(user) }
  if (!user || user.id === flow.user?.id) return flow
  if (!flow.user?.isNew || flow.done.length > 0) return undefined
  return { ...flow, user: toFlowUser(user) }
}

/**
 * The contact that an option identifies by value, label, or name; the first one by default. The caller must not learn
 * whether the user has a contact that isn't listed.
 */
async function chooseContact(
  core: Core,
  { application, flow }: MfaCall,
  { factor, option }: { factor: CodeFactor; option: string | undefined },
): Promise<ContactRank | undefined> {
  // The only option that such a flow lists. Nothing is looked up, so the time doesn't reveal whether the user exists.
  if (flow.user && option === undefined && isDisguised(flow)) return 'primary'
  const account = await findMfaAccount(core, flow)
  if (!account) return undefined
  const options = await listReachOptions(core, { application, flow, account }, factor)
  if (option === undefined) return options[0]?.rank
  const kind = toContactKind(factor)
  const listed = options.find(({ rank, id, label }) => [id, label, `${kind}:${rank}`].includes(option))
  if (listed) return listed.rank
  const named = contactRanks.find((rank) => option === `${kind}:${rank}`)
  if (named) return named
  const address = await parseContactAddress(core, option)
  if (address?.kind !== kind) return undefined
  return findVerifiedContact(account.contacts, kind, 'secondary')?.addressKey === address.key ? 'secondary' : 'primary'
}
