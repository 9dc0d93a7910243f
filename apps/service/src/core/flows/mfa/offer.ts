import type { MfaFactor } from '@thumbturn/contract/vocabulary/sign-in-methods.ts'
import type { Core } from '../../core.ts'
import type { Application } from '../../model/applications/application.ts'
import { toDescriptor } from '../../model/passkeys/decoys.ts'
import { toHints } from '../../model/passkeys/extensions.ts'
import { deriveChallenge } from '../../model/transactions/transaction.ts'
import type { RequestOptions } from '../authentication/start.ts'
import { type CreationOptions, toCreationOptions } from '../registration/options.ts'
import { type MfaFlow, requireUserVerification, toMfaKind, toRegistrationFlow } from './flow.ts'
import type { MfaAccount } from './mfa-account.ts'
import type { MfaKind } from './next.ts'
import { type CodeFactor, listReachOptions, type ReachOption } from './reach.ts'

/** One possible next action, with what the client needs for it. */
export type MfaAction =
  | { name: 'passkey:auth' | 'passkey:tx'; options: RequestOptions }
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
    })
    return { name: factor, options }
  }
  if (factor === 'passkey:auth') {
    const name = flow.payload === undefined ? 'passkey:auth' : 'passkey:tx'
    return { name, options: toRequestOptions({ application, flow, account }) }
  }
  if (factor === 'external' || !account) return { name: 'external' }
  return { name: factor, options: await listReachOptions(core, { application, flow, account }, factor) }
}

function toRequestOptions({ application, flow, account }: OfferContext): RequestOptions {
  const { passkeys = [], decoy } = account ?? {}
  return {
    challenge: deriveStepChallenge(flow),
    rpId: application.rpId,
    allowCredentials: passkeys.length > 0 ? passkeys.map(toDescriptor) : (decoy?.descriptors ?? []),
    timeout: Math.min(application.settings.ceremonySeconds, application.settings.mfaSessionSeconds) * 1000,
    userVerification: 'required',
    ...toHints(application.settings),
  }
}

/** With a payload, the challenge covers the payload, the user, and this step of this flow. */
export const deriveStepChallenge = (flow: MfaFlow) =>
  flow.payload === undefined ? flow.challenge : deriveChallenge(toStepTransaction(flow, flow.payload))

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
