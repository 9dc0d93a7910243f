import type { Core } from '../../core.ts'
import type { Application } from '../../model/applications/application.ts'
import type { MfaFactor } from '../../model/applications/mfa-policy.ts'
import { toDescriptor } from '../../model/passkeys/decoys.ts'
import { deriveChallenge } from '../../model/transactions/transaction.ts'
import type { RequestOptions } from '../authentication/begin.ts'
import { type CreationOptions, creationOptions } from '../registration/options.ts'
import { type MfaFlow, mfaKind, toRegistrationFlow, verifyingUser } from './flow.ts'
import type { Account } from './mfa-account.ts'
import type { MfaKind } from './next.ts'
import { type CodeFactor, type ReachOption, reachOptions } from './reach.ts'

/** One way to go on, with what the client needs for it. */
export type MfaAction =
  | { name: 'passkey:auth' | 'passkey:tx'; options: RequestOptions }
  | { name: 'passkey:reg'; options: CreationOptions }
  | { name: CodeFactor; options: ReachOption[] }
  | { name: 'otp:verify' }
  | { name: 'external' }

/** A flow that needs another factor: any one of `next`, with that session. */
export type MfaNext = { outcome: 'next'; kind: MfaKind; session: string; next: MfaAction[] }

type Offering = { application: Application; flow: MfaFlow; account: Account | undefined }

/** The present step as an answer, under the session that came with the call, or else a new one. */
export const offer = async (
  core: Core,
  { session, ...offering }: Offering & { session?: string },
): Promise<MfaNext> => ({
  outcome: 'next',
  kind: kindShown(offering.flow),
  session: session ?? core.sessions.seal(offering.flow),
  next: [
    ...(await Promise.all(offering.flow.offered.map((factor) => actionFor(core, factor, offering)))),
    ...(offering.flow.asked ? [{ name: 'otp:verify' } as const] : []),
  ],
})

const kindShown = (flow: MfaFlow): MfaKind => (flow.disguised && flow.done.length === 0 ? 'signIn' : mfaKind(flow))

async function actionFor(core: Core, factor: MfaFactor, { application, flow, account }: Offering): Promise<MfaAction> {
  if (factor === 'passkey:reg') {
    const known = account?.passkeys ?? []
    const options = creationOptions(verifyingUser(application), toRegistrationFlow(flow), { known, securityKey: false })
    return { name: factor, options }
  }
  if (factor === 'passkey:auth') {
    const name = flow.payload === undefined ? 'passkey:auth' : 'passkey:tx'
    return { name, options: requestOptions({ application, flow, account }) }
  }
  if (factor === 'external' || !account) return { name: 'external' }
  return { name: factor, options: await reachOptions(core, { application, flow, account }, factor) }
}

function requestOptions({ application, flow, account }: Offering): RequestOptions {
  const { passkeys = [], decoy } = account ?? {}
  return {
    challenge: assertionChallenge(flow),
    rpId: application.rpId,
    allowCredentials: passkeys.length > 0 ? passkeys.map(toDescriptor) : (decoy?.descriptors ?? []),
    timeout: Math.min(application.settings.ceremonySeconds, application.settings.mfaSessionSeconds) * 1000,
    userVerification: 'required',
  }
}

/** Where there is something to sign, the challenge stands for it, for the user, and for this step of this flow. */
export const assertionChallenge = (flow: MfaFlow) =>
  flow.payload === undefined ? flow.challenge : deriveChallenge(stepTransaction(flow, flow.payload))

/** The transaction that the present step offers: its id is the step's, and so is its nonce. */
export const stepTransaction = ({ appId, id, user, challenge }: MfaFlow, payload: string) => ({
  appId,
  id,
  userId: user?.id ?? '',
  txType: 'raw' as const,
  payload,
  nonce: id,
  serverNonce: challenge,
})
