import type { Core } from '../../core.ts'
import { forbidden } from '../../errors.ts'
import type { Application } from '../../model/applications/application.ts'
import type { ListedPasskey } from '../../model/passkeys/passkey.ts'
import { findSignedPayment } from '../../model/transactions/payment.ts'
import { deriveChallenge, type Transaction, toTransaction } from '../../model/transactions/transaction.ts'
import { sealEpoch } from '../../model/users/token-epoch.ts'
import type { Assertion } from '../../ports/ceremonies.ts'
import { toSpentSession } from '../../ports/sessions.ts'
import { rejectBlocked } from '../../use-cases/aaguids/reject-blocked.ts'
import { attemptCompletion } from '../../use-cases/limits/failed-completions.ts'
import { requireReferencedUser, type UserReference } from '../../use-cases/names/user-reference.ts'
import { listUse, toUsedPasskey } from '../../use-cases/passkeys/use.ts'
import { createConfirmation, createUseEvents, toCanonicalId, verifyPasskey } from '../../use-cases/passkeys/verify.ts'
import { append } from '../../writes.ts'
import type { OpenedFlow } from '../open-flow.ts'
import type { SignIn } from '../sign-in.ts'
import type { BoundFlow, TransactionFlow } from './flow.ts'
import { openTransaction } from './open.ts'

// Only the log has the cause: an attacker must not learn whether the passkey, the session, or the nonce was wrong.
const reject = (reason: unknown) => forbidden('The transaction was rejected. Start again.', reason)

/** A transaction that its user has just confirmed. `used`: the passkey as it's listed from now on. */
export type TransactionConfirmation = Omit<SignIn, 'deviceId'> & {
  transaction: Transaction
  used: ListedPasskey | undefined
}

type CompletionRequest = {
  session: string
  assertion: Assertion
  appId?: string
  txId?: string
  reference?: UserReference
}

/**
 * Verifies the assertion against the sealed transaction, spends session and nonce, and stores the transaction. The
 * caller issues the tokens.
 * @throws AppError forbidden: the session is expired, spent, or another application's, or completing it has failed too often;
 * the passkey is unknown or another user's; the assertion is rejected; the user wasn't verified; the call identifies another user; the nonce was
 * used; or the authenticator model is blocked
 */
export async function completeTransaction(
  core: Core,
  { assertion, reference, ...input }: CompletionRequest,
): Promise<TransactionConfirmation> {
  const opened = await openTransaction(core, input, reject)
  const complete = () => confirm(core, opened, { assertion, reference })
  return attemptCompletion(core, { sessionId: opened.flow.id, complete, reject })
}

async function confirm(
  core: Core,
  { flow: opened, application }: OpenedFlow<TransactionFlow>,
  { assertion, reference }: Pick<CompletionRequest, 'assertion' | 'reference'>,
): Promise<TransactionConfirmation> {
  const flow = await bindFlow(core, assertion, opened)
  const proof = await verify(core, application, { flow, assertion })
  await requireReferencedUser(core, { ...proof, reference }, reject)
  await rejectBlocked(core, { application, flow, ...proof }, reject)

  const { user, passkey, verified } = proof
  const { isPayment } = proof
  const transaction = toTransaction(flow, { user, passkey, at: core.now(), isPayment })
  const success = createConfirmation(flow.id, isPayment)
  const owned = await core.store.passkeys.listByUser(application.id, user.id)
  const listed = owned.find(({ id }) => id === passkey.id)
  const used = listed && toUsedPasskey(listed, { verified, at: transaction.createdAt })
  const prepared = await core.tokens.prepare(application)
  const conflict = await core.store.commit([
    { spend: { appId: flow.appId, ...toSpentSession(flow) } },
    { addTransaction: transaction },
    ...listUse({ passkey, verified, at: transaction.createdAt }),
    ...append(createUseEvents(core, { application, ...proof }, success)),
  ])
  if (conflict) throw reject(conflict)
  return { application, user, passkey, transaction, used, prepared }
}

async function verify(
  core: Core,
  application: Application,
  { flow, assertion }: { flow: BoundFlow; assertion: Assertion },
) {
  const payment = flow.payment && findSignedPayment(application, flow.payload, assertion)
  const challenge = deriveChallenge(flow, payment ? 'payment' : 'transaction')
  const expected = { application, flow, challenge, userVerification: 'required', payment, assertion } as const
  return { ...(await verifyPasskey(core, expected, reject)), isPayment: payment !== undefined }
}

/**
 * A transaction created for no particular user belongs to the owner of the passkey. Its challenge covers the user who
 * resumed it, so only that user's passkeys can have signed it.
 */
async function bindFlow(core: Core, { credentialId }: Assertion, flow: TransactionFlow): Promise<BoundFlow> {
  if (flow.userId !== undefined) return { ...flow, userId: flow.userId }
  const found = await core.store.passkeys.findWithUser(flow.appId, toCanonicalId(credentialId))
  return { ...flow, userId: found?.user.id ?? '', epoch: sealEpoch(found?.user.tokenEpoch) }
}
