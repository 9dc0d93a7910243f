import { type Thumbturn, ThumbturnError } from '@thumbturn/node'
import { Refusal } from '../refusal.ts'
import type { Ledger } from './ledger.ts'
import type { Proof, Purchase } from './purchase.ts'

/** What verifies tokens of the wallet's application. */
export type Verifier = Pick<Thumbturn, 'verifyTransaction'>

/** What the page sends: the token of the transaction, and the page's own part of its nonce. */
export type Confirmation = { token: string; attempt: string }

/**
 * Confirms a purchase by the token of a transaction. The text is the ledger's, never the page's: the token's hash must be
 * of it, and its user must be the payer.
 * @throws Refusal not_proved: the token says something else or is not valid · expired, declined, settled · unreachable
 */
export async function confirmPurchase(
  { ledger, verifier }: { ledger: Ledger; verifier: Verifier },
  id: string,
  confirmation: Confirmation,
): Promise<void> {
  const { purchase } = ledger.find(id)
  const proof = await verifyConfirmation(verifier, purchase, confirmation)
  if (sameName(proof.username) !== sameName(purchase.payer))
    throw new Refusal('not_proved', `This purchase is for ${purchase.payer} to confirm, not for ${proof.username}`)
  ledger.confirm(id, proof)
}

async function verifyConfirmation(
  verifier: Verifier,
  { id, text }: Purchase,
  { token, attempt }: Confirmation,
): Promise<Proof> {
  // The service takes a nonce once, so that a page which was closed too early could never try again with the same.
  const nonce = `${id}.${attempt}`
  try {
    const claims = await verifier.verifyTransaction(token, { payload: text, nonce })
    const { sub: userId, username, credID: credentialId, txHash, lNonce } = claims
    if (credentialId === undefined) throw new Refusal('not_proved', 'No passkey earned this token')
    return { userId, username, credentialId, txHash, lNonce }
  } catch (error) {
    if (!(error instanceof ThumbturnError)) throw error
    const isRefused = error.code.startsWith('token_') || error.code.startsWith('transaction_')
    if (isRefused) throw new Refusal('not_proved', 'The confirmation is not valid for this purchase', error)
    throw new Refusal('unreachable', 'The confirmation cannot be checked at the moment: try again', error)
  }
}

/** The form under which the service holds two spellings of a username for the same. */
const sameName = (name: string) => name.normalize('NFKC').trim().toLowerCase().normalize('NFKC')
