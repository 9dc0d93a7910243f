import type { Core } from '../../core.ts'
import { forbidden } from '../../errors.ts'
import { refuseBlocked } from '../../model/aaguids/refuse-blocked.ts'
import type { Application } from '../../model/applications/application.ts'
import { canonicalId, provePasskey, useEvents } from '../../model/passkeys/prove.ts'
import { deriveChallenge, type Transaction, toTransaction } from '../../model/transactions/transaction.ts'
import { type Named, requireNamed } from '../../model/users/named.ts'
import type { Assertion } from '../../ports/ceremonies.ts'
import { sessionSpending } from '../../ports/sessions.ts'
import { sealedEpoch } from '../../token-epoch.ts'
import type { SignedIn } from '../signed-in.ts'
import type { BoundFlow, TransactionFlow } from './flow.ts'
import { openTransaction } from './open.ts'

// Which step failed is for the log: a stranger must not learn whether the passkey, the session or the nonce was wrong.
const refused = (reason: unknown) => forbidden('The transaction was rejected. Start again.', reason)

/** A transaction that its user has just confirmed. */
export type Confirmed = Omit<SignedIn, 'deviceId'> & { transaction: Transaction }

type Completing = { session: string; assertion: Assertion; appId?: string; txId?: string; named?: Named }

/**
 * Checks the assertion against the sealed transaction, spends session and nonce, and stores the transaction. Issues
 * nothing: that is the caller's choice.
 * @throws AppError forbidden: expired, spent or foreign session, unknown or foreign passkey, refused assertion, no user
 * verification, another user than the call names, used nonce, blocked authenticator model
 */
export async function completeTransaction(core: Core, { assertion, named, ...input }: Completing): Promise<Confirmed> {
  const flow = await boundBy(core, assertion, openTransaction(core, input, refused))
  const application = await core.applications.find(flow.appId)
  if (!application) throw refused('the application is gone')
  const proof = await prove(core, application, { flow, assertion })
  await requireNamed(core, { ...proof, named }, refused)
  await refuseBlocked(core, { application, flow, ...proof }, refused)

  const { user, passkey, verified } = proof
  const transaction = toTransaction(flow, { user, passkey, at: core.now() })
  const { backedUp, signCount, userVerified } = verified
  const outcome = await core.store.transactions.add({
    transaction,
    passkey,
    signCount,
    backedUp,
    userVerified,
    spending: sessionSpending(flow),
    events: useEvents(core, { application, ...proof }, { type: 'fido2.tx.completed', detail: { txId: flow.id } }),
  })
  if (outcome !== 'stored') throw refused(outcome)
  return { application, user, passkey, transaction }
}

const prove = (core: Core, application: Application, { flow, assertion }: { flow: BoundFlow; assertion: Assertion }) =>
  provePasskey(
    core,
    { application, flow, challenge: deriveChallenge(flow), userVerification: 'required', assertion },
    refused,
  )

/**
 * A transaction created for no particular user is the one of the passkey's owner. Its challenge names the user for whom
 * it was begun, so only their passkeys can have signed it.
 */
async function boundBy(core: Core, { credentialId }: Assertion, flow: TransactionFlow): Promise<BoundFlow> {
  if (flow.userId !== undefined) return { ...flow, userId: flow.userId }
  const found = await core.store.passkeys.findWithUser(flow.appId, canonicalId(credentialId))
  return { ...flow, userId: found?.user.id ?? '', epoch: sealedEpoch(found?.user.tokenEpoch) }
}
