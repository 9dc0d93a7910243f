import type { MfaFactor } from '@thumbturn/contract/vocabulary/sign-in-methods.ts'
import type { Core } from '../../core.ts'
import type { Application } from '../../model/applications/application.ts'
import { toHints } from '../../model/passkeys/extensions.ts'
import { findPayment, type PaymentOptions, toPaymentOptions } from '../../model/transactions/payment.ts'
import { deriveChallenge } from '../../model/transactions/transaction.ts'
import { toDescriptors } from '../../use-cases/passkeys/decoys.ts'
import type { RequestOptions } from '../authentication/start.ts'
import { type CreationOptions, toCreationOptions } from '../registration/options.ts'
import { type MfaFlow, requireUserVerification, toMfaKind, toRegistrationFlow } from './flow.ts'
import type { MfaAccount } from './mfa-account.ts'
import type { MfaKind } from './next.ts'
import { type CodeFactor, listReachOptions, type ReachOption } from './reach.ts'

/** One possible next action, with what the client needs for it. */
export type MfaAction =
  | { name: 'passkey:auth'; options: RequestOptions }
  | { name: 'passkey:tx'; options: RequestOptions; paymentOptions: PaymentOptions | undefined }
  | { name: 'passkey:reg'; options: CreationOptions }
  | { name: CodeFactor; options: ReachOption[] }
  | { name: 'otp:verify' }
  | { name: 'external' }

/** A flow that requires another factor: any one of `next`, with this session. */
export type MfaNext = { outcome: 'next'; kind: MfaKind; session: string; next: MfaAction[] }

type OfferContext = { application: Application; flow: MfaFlow; account: MfaAccount | undefined }

/** The current step as a response, with the session of the call or a new one. */
export const offer = async (
  core: Core,
  { session, ...offering }: OfferContext & { session?: string },
): Promise<MfaNext> => ({
  outcome: 'next',
  kind: toShownKind(offering.flow),
  session: session ?? core.sessions.seal(offering.flow),
  next: [
    ...(await Promise.all(offering.flow.offered.map((factor) => createAction(core, factor, offering)))),
    ...(offering.flow.asked ? [{ name: 'otp:verify' } as const] : []),
  ],
})

const toShownKind = (flow: MfaFlow): MfaKind => (flow.disguised && flow.done.length === 0 ? 'signIn' : toMfaKind(flow))

async function createAction(
  core: Core,
  factor: MfaFactor,
  { application, flow, account }: OfferContext,
): Promise<MfaAction> {
  if (factor === 'passkey:reg') {
    const existing = account?.passkeys ?? []
    const options = toCreationOptions(requireUserVerification(application), toRegistrationFlow(flow), {
      existing,
      securityKey: false,
      payment: flow.payment ?? false,
    })
    return { name: factor, options }
  }
  if (factor === 'passkey:auth') {
    const options = toRequestOptions({ application, flow, account })
    if (flow.payload === undefined) return { name: 'passkey:auth', options }
    return { name: 'passkey:tx', options, paymentOptions: toStepPayment({ application, flow }, options) }
  }
  if (factor === 'external' || !account) return { name: 'external' }
  return { name: factor, options: await listReachOptions(core, { application, flow, account }, factor) }
}

function toRequestOptions({ application, flow, account }: OfferContext): RequestOptions {
  const { passkeys = [], decoy } = account ?? {}
  return {
    challenge: deriveStepChallenge(flow),
    rpId: application.rpId,
    allowCredentials: passkeys.length > 0 ? toDescriptors(passkeys) : (decoy?.descriptors ?? []),
    timeout: Math.min(application.settings.ceremonySeconds, application.settings.mfaSessionSeconds) * 1000,
    userVerification: 'required',
    ...toHints(application.settings),
  }
}

/** The options of a payment; undefined unless the flow has one and lists passkeys, which browsers require. */
function toStepPayment(
  { application, flow }: Pick<OfferContext, 'application' | 'flow'>,
  options: RequestOptions,
): PaymentOptions | undefined {
  if (!flow.payment || flow.payload === undefined || options.allowCredentials.length === 0) return undefined
  const payment = findPayment(application, Buffer.from(flow.payload, 'base64url').toString())
  return payment && toPaymentOptions(payment, { ...options, challenge: deriveStepChallenge(flow, 'payment') })
}

/** With a payload, the challenge covers the payload, the user, and this step of this flow. */
export const deriveStepChallenge = (flow: MfaFlow, kind: 'transaction' | 'payment' = 'transaction') =>
  flow.payload === undefined ? flow.challenge : deriveChallenge(toStepTransaction(flow, flow.payload), kind)

/** The transaction that the current step offers; the step's ID is also its ID and nonce. */
export const toStepTransaction = ({ appId, id, user, challenge }: MfaFlow, payload: string) => ({
  appId,
  id,
  userId: user?.id ?? '',
  txType: 'raw' as const,
  payload,
  nonce: id,
  serverNonce: challenge,
})
