import type { Core } from '../../core.ts'
import type { TransactionAssertion } from '../../model/transactions/transaction.ts'
import type { ExtraClaims } from '../../ports/tokens.ts'
import { type ContentNames, type ContentSignature, type MfaFlow, rejectFactor } from './flow.ts'

/**
 * The most characters of a content signature in a session, in addition to the longest payload: the session travels in a
 * header.
 */
const longestSealed = 2_048

/** Whether a session can't hold it: the keys and signatures of ML-DSA, and those of RSA beyond 4096 bits. */
export const isTooLargeToSeal = (signature: ContentSignature) => JSON.stringify(signature).length > longestSealed

/** The part that its transaction keeps. */
export const toTransactionAssertion = ({
  credentialId,
  publicKey,
  clientDataJSON,
  authenticatorData,
  signature,
}: ContentSignature): TransactionAssertion => ({
  credentialId,
  publicKey,
  clientDataJSON,
  authenticatorData,
  signature,
})

/** The flow as its session holds it: of a large content signature, only which transaction keeps it. */
export function toSealable(flow: MfaFlow): MfaFlow {
  const { contentSignatures = [], ...rest } = flow
  const stored = contentSignatures.find(isTooLargeToSeal)
  return stored ? { ...rest, storedContent: stored.txId } : flow
}

/**
 * The signatures of passkeys in the flow, read from the transaction if a session could not hold them.
 * @throws AppError bad_request: the transaction was deleted with its user
 */
export async function listContentSignatures(
  { store }: Pick<Core, 'store'>,
  { appId, contentSignatures = [], storedContent }: MfaFlow,
): Promise<readonly ContentSignature[]> {
  if (storedContent === undefined) return contentSignatures
  const transaction = await store.transactions.find(appId, storedContent)
  if (!transaction?.assertion) throw rejectFactor('the transaction of an earlier step no longer exists')
  const { id: txId, nonce, serverNonce, hash, assertion } = transaction
  return [{ txId, nonce, serverNonce, hash, ...assertion }]
}

/** The content that passkeys signed in the flow, as the statement and the access token show it. */
export type SignedContent = {
  contentSignatures: readonly Readonly<Record<string, string>>[]
  transactionClaims: ExtraClaims | undefined
}

export function nameContent(
  signatures: readonly ContentSignature[],
  { serverNonce, hash }: ContentNames,
): SignedContent {
  const [first] = signatures
  return {
    contentSignatures: signatures.map(({ txId, nonce, serverNonce: random, hash: digest, ...assertion }) => ({
      txId,
      nonce,
      [serverNonce]: random,
      [hash]: digest,
      ...assertion,
    })),
    transactionClaims: first && { [hash]: first.hash, nonce: first.nonce, [serverNonce]: first.serverNonce },
  }
}
