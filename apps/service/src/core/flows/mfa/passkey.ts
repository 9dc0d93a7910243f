import type { Core } from '../../core.ts'
import { refuseBlocked } from '../../model/aaguids/refuse-blocked.ts'
import type { MfaFactor } from '../../model/applications/mfa-policy.ts'
import type { Device } from '../../model/devices/device.ts'
import { deviceSeen } from '../../model/devices/identify.ts'
import type { Passkey } from '../../model/passkeys/passkey.ts'
import { type PasskeyUsed, type Proof, provePasskey, useEvents } from '../../model/passkeys/prove.ts'
import { hashPayload, toTransaction } from '../../model/transactions/transaction.ts'
import type { Assertion } from '../../ports/ceremonies.ts'
import { sealedEpoch } from '../../token-epoch.ts'
import {
  advanced,
  type ContentSignature,
  flowUser,
  type MfaCall,
  type MfaFlow,
  type ProvedFactor,
  refused,
  sessionRefused,
  stepSpending,
} from './flow.ts'
import { assertionChallenge, stepTransaction } from './offer.ts'
import { factEvents, type MfaOutcome, pending, settle } from './step.ts'

type Use = { proof: Proof; device: Device }
type Signed = { passkey: Passkey; assertion: Assertion }

/**
 * A passkey of the user, or of anybody where the flow has no user yet. With a payload it is a passkey:tx, whose
 * transaction is stored.
 * @throws AppError bad_request: refused assertion, unknown or foreign passkey · unauthorized: the step was spent
 */
export async function usePasskey(
  core: Core,
  call: MfaCall,
  { as, assertion }: { as: 'passkey:auth' | 'passkey:tx'; assertion: Assertion },
): Promise<MfaOutcome> {
  const { application, flow } = call
  const wanted = flow.payload === undefined ? 'passkey:auth' : 'passkey:tx'
  if (as !== wanted || !flow.offered.includes('passkey:auth')) return pending(core, call)
  const { deviceId, thumbprints, user: known } = flow
  // Each step lists the passkeys that the user has then, so the session doesn't name them.
  const asked = { deviceId, thumbprints, userId: known?.id, epoch: known?.epoch ?? sealedEpoch() }
  const demands = {
    application,
    flow: asked,
    challenge: assertionChallenge(flow),
    userVerification: 'required',
  } as const
  const proof = await provePasskey(core, { ...demands, assertion }, refused)
  await refuseBlocked(core, { application, flow: { ...flow, ...stepSpending(flow) }, ...proof }, refused)

  const { user, passkey, provenId } = proof
  const signed = flow.payload === undefined ? undefined : toContentSignature(flow, flow.payload, { passkey, assertion })
  const next = advanced(core, call, {
    proved: provedBy(core, 'passkey:auth', passkey),
    user: flowUser(user),
    ...(signed && { contentSignatures: [signed] }),
  })
  const device = deviceSeen(core, user.id, { ...flow, provenId })
  const outcome = await written(core, call, { proof, device })
  if (outcome !== 'recorded' && outcome !== 'stored') throw sessionRefused(outcome)
  return settle(core, { application, flow: next, user, passkey, deviceId: device.id })
}

/** The use of the passkey, and the transaction where there is one. */
function written(core: Core, { application, flow }: MfaCall, { proof, device }: Use) {
  const { user, passkey, verified } = proof
  const used = { passkey, ...verified, device, spending: stepSpending(flow) }
  const happened = factEvents(application, flow, 'passkey:auth')
  const events = (success: PasskeyUsed) =>
    useEvents(core, { application, passkey, verified, deviceId: device.id }, success, ...happened)
  if (flow.payload === undefined) {
    const detail = { userVerified: verified.userVerified }
    return core.store.passkeys.recordUse({ ...used, events: events({ type: 'fido2.passkey.auth.success', detail }) })
  }
  const transaction = toTransaction(stepTransaction(flow, flow.payload), { user, passkey, at: core.now() })
  const detail = { txId: transaction.id }
  return core.store.transactions.add({ ...used, transaction, events: events({ type: 'fido2.tx.completed', detail }) })
}

/** What a flow keeps of a passkey that was used or made in it. */
export const provedBy = ({ now }: Core, factor: MfaFactor, passkey: Passkey): ProvedFactor => ({
  factor,
  id: passkey.id,
  value: passkey.credentialId,
  at: now(),
  synced: passkey.backupEligible,
})

/** What anybody needs to see for themselves that the passkey signed this payload in this flow. */
function toContentSignature(flow: MfaFlow, payload: string, { passkey, assertion }: Signed): ContentSignature {
  const { id, nonce, serverNonce } = stepTransaction(flow, payload)
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
