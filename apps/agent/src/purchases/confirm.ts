import { type Thumbturn, ThumbturnError } from '@thumbturn/node'
import { PurchaseError } from '../errors.ts'
import type { Ledger } from './ledger.ts'
import type { Proof, Purchase } from './purchase.ts'

/** Verifies tokens of the wallet's application. */
export type Verifier = Pick<Thumbturn, 'verifyTransaction'>

/** The fields that the page sends: the token of the transaction, and the page's part of the nonce. */
export type Confirmation = { token: string; attempt: string }

/**
 * Confirms a purchase with the token of a transaction. The text comes from the ledger, never from the page: the token's
 * hash must match it, and its user must be the payer.
 * @throws PurchaseError not_proved if the token is not valid or confirms something else · expired, declined, settled ·
 * unreachable
 */
export async function confirmPurchase(
  { ledger, verifier }: { ledger: Ledger; verifier: Verifier },
  id: string,
  confirmation: Confirmation,
): Promise<void> {
  const { purchase } = ledger.find(id)
  const proof = await verifyConfirmation(verifier, purchase, confirmation)
  if (normalizeUsername(proof.username) !== normalizeUsername(purchase.payer))
    throw new PurchaseError(
      'not_proved',
      `This purchase is for ${purchase.payer} to confirm, not for ${proof.username}`,
    )
  ledger.confirm(id, proof)
}

async function verifyConfirmation(
  verifier: Verifier,
  { id, text }: Purchase,
  { token, attempt }: Confirmation,
): Promise<Proof> {
  // The service accepts a nonce once, so a page that was closed too early needs a new nonce for its next attempt.
  const nonce = `${id}.${attempt}`
  try {
    const claims = await verifier.verifyTransaction(token, { payload: text, nonce })
    const { sub: userId, username, credID: credentialId, txHash, lNonce } = claims
    if (credentialId === undefined) throw new PurchaseError('not_proved', 'No passkey earned this token')
    return { userId, username, credentialId, txHash, lNonce }
  } catch (error) {
    if (!(error instanceof ThumbturnError)) throw error
    const isRejected = error.code.startsWith('token_') || error.code.startsWith('transaction_')
    if (isRejected) throw new PurchaseError('not_proved', 'The confirmation is not valid for this purchase', error)
    throw new PurchaseError('unreachable', 'The confirmation cannot be checked at the moment: try again', error)
  }
}

/** Two usernames with the same normalized form belong to the same user of the service. */
const normalizeUsername = (name: string) => name.normalize('NFKC').trim().toLowerCase().normalize('NFKC')
