import type { MfaFactor } from '@thumbturn/contract/vocabulary/sign-in-methods.ts'
import type { Core } from '../../core.ts'
import type { Device } from '../../model/devices/device.ts'
import type { UsedPasskey } from '../../model/passkeys/passkey.ts'
import { findSignedPayment } from '../../model/transactions/payment.ts'
import { hashPayload, toTransaction } from '../../model/transactions/transaction.ts'
import { sealEpoch } from '../../model/users/token-epoch.ts'
import type { Assertion } from '../../ports/ceremonies.ts'
import { rejectBlocked } from '../../use-cases/aaguids/reject-blocked.ts'
import { toDevice } from '../../use-cases/devices/identify.ts'
import { attemptCompletion } from '../../use-cases/limits/failed-completions.ts'
import { listUse } from '../../use-cases/passkeys/use.ts'
import {
  createConfirmation,
  createSuccess,
  createUseEvents,
  type PasskeyProof,
  type PasskeyUse,
  verifyPasskey,
} from '../../use-cases/passkeys/verify.ts'
import { append, type Write } from '../../writes.ts'
import { isTooLargeToSeal, toTransactionAssertion } from './content.ts'
import {
  advanceFlow,
  type ContentSignature,
  type MfaCall,
  type MfaFlow,
  rejectFactor,
  rejectSession,
  toFlowUser,
  toSpentStep,
  type VerifiedFactor,
} from './flow.ts'
import { deriveStepChallenge, toStepTransaction } from './offer.ts'
import type { MfaOutcome } from './outcome.ts'
import { listFactorEvents, prepareContinuation, repeatStep } from './step.ts'

/** `isPayment`: the browser showed payee and amount. `kept`: what the transaction keeps for later steps. */
type FactorUse = { proof: PasskeyProof & { isPayment: boolean }; device: Device; kept: ContentSignature | undefined }
type SignedPayload = { passkey: UsedPasskey; assertion: Assertion }

/**
 * Verifies a passkey of the user, or of any user if the flow has none yet. With a payload, the action is passkey:tx,
 * and the transaction is stored.
 * @throws AppError bad_request: the assertion is rejected, or the passkey is unknown or another user's · unauthorized:
 * the step was spent, or has failed too often
 */
export async function verifyPasskeyFactor(
  core: Core,
  call: MfaCall,
  { as, assertion }: { as: 'passkey:auth' | 'passkey:tx'; assertion: Assertion },
): Promise<MfaOutcome> {
  const { flow } = call
  const offeredAs = flow.payload === undefined ? 'passkey:auth' : 'passkey:tx'
  if (as !== offeredAs || !flow.offered.includes('passkey:auth')) return repeatStep(core, call)
  const complete = () => verifyFactor(core, call, assertion)
  return attemptCompletion(core, { sessionId: flow.id, complete, reject: rejectSession })
}

async function verifyFactor(core: Core, call: MfaCall, assertion: Assertion): Promise<MfaOutcome> {
  const { application, flow } = call
  const { deviceId, thumbprints, user: known } = flow
  // Each step lists the user's current passkeys, so the session doesn't contain them.
  const expectedFlow = { deviceId, thumbprints, userId: known?.id, epoch: known?.epoch ?? sealEpoch() }
  const payment = flow.payment && flow.payload ? findSignedPayment(application, flow.payload, assertion) : undefined
  const expected = {
    application,
    flow: expectedFlow,
    payment,
    challenge: deriveStepChallenge(flow, payment ? 'payment' : 'transaction'),
    userVerification: 'required',
  } as const
  const proof = await verifyPasskey(core, { ...expected, assertion }, rejectFactor)
  await rejectBlocked(core, { application, flow: { ...flow, ...toSpentStep(flow) }, ...proof }, rejectFactor)

  const { user, passkey, provenId } = proof
  const signed = flow.payload === undefined ? undefined : toContentSignature(flow, flow.payload, { passkey, assertion })
  const next = advanceFlow(core, call, {
    verified: toVerifiedFactor(core, 'passkey:auth', passkey),
    user: toFlowUser(user),
    ...(signed && { contentSignatures: [signed] }),
  })
  const device = toDevice(core, user.id, { ...flow, provenId })
  const continuing = { application, contentNames: call.contentNames, flow: next, user, passkey, deviceId: device.id }
  const { outcome, writes } = await prepareContinuation(core, continuing)
  const kept = signed && outcome.outcome === 'next' && isTooLargeToSeal(signed) ? signed : undefined
  const conflict = await core.store.commit([
    ...listWrites(core, call, { proof: { ...proof, isPayment: payment !== undefined }, device, kept }),
    ...writes,
  ])
  if (conflict) throw rejectSession(conflict)
  return outcome
}

/** The use of the passkey and, if there is a payload, the transaction. */
function listWrites(core: Core, { application, flow }: MfaCall, { proof, device, kept }: FactorUse): Write[] {
  const { user, passkey, verified, isPayment } = proof
  const { appId } = flow
  const at = core.now()
  const transaction =
    flow.payload && toTransaction(toStepTransaction(flow, flow.payload), { user, passkey, at, isPayment })
  const success: PasskeyUse = transaction
    ? createConfirmation(transaction.id, isPayment)
    : createSuccess(core, { ...flow, userId: flow.user?.id }, { ...proof, purpose: 'mfa' })
  const facts = [success, ...listFactorEvents(application, flow, 'passkey:auth')]
  return [
    { spend: { appId, ...toSpentStep(flow) } },
    ...(transaction
      ? [{ addTransaction: { ...transaction, ...(kept && { assertion: toTransactionAssertion(kept) }) } }]
      : []),
    ...listUse({ passkey, verified, device, at }),
    ...append(createUseEvents(core, { application, passkey, verified, deviceId: device.id }, ...facts)),
  ]
}

/** The part of a used or registered passkey that a flow keeps. */
export const toVerifiedFactor = ({ now }: Core, factor: MfaFactor, passkey: UsedPasskey): VerifiedFactor => ({
  factor,
  id: passkey.id,
  value: passkey.credentialId,
  at: now(),
  synced: passkey.backupEligible,
})

/** Everything needed to verify independently that the passkey signed this payload in this flow. */
function toContentSignature(flow: MfaFlow, payload: string, { passkey, assertion }: SignedPayload): ContentSignature {
  const { id, nonce, serverNonce } = toStepTransaction(flow, payload)
  const { clientDataJSON, authenticatorData, signature } = assertion
  return {
    txId: id,
    nonce,
    serverNonce,
    hash: hashPayload(Buffer.from(payload, 'base64url').toString(), nonce, serverNonce),
    credentialId: passkey.credentialId,
    publicKey: Buffer.from(passkey.publicKey).toString('base64url'),
    clientDataJSON,
    authenticatorData,
    signature,
  }
}
