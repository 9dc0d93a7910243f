import { createHash, timingSafeEqual } from 'node:crypto'
import type { AccessClaims, PayloadClaims, TransactionClaims } from './claims.ts'
import { ThumbturnError } from './errors.ts'

/**
 * The transaction that the user was asked to confirm, from your own records: never from the page that sends the token.
 */
export interface ExpectedTransaction {
  /** The text to confirm. */
  payload: string
  /** The nonce that you issued for this transaction; accept it once. */
  nonce: string
  /** The user who must have confirmed it (`sub`). */
  userId?: string | undefined
}

/** The payload that the user was asked to sign in a multi-factor flow, from your own records. */
export interface ExpectedPayload {
  /** The text to sign; make each one unique, for example with an order number. */
  payload: string
  /** The user who must have signed it (`sub`). */
  userId?: string | undefined
}

const hashText = (text: string) => createHash('sha256').update(text).digest()

/** Compares in constant time for any lengths. Values that are not text are never equal. */
const isEqualText = (a: unknown, b: unknown) =>
  typeof a === 'string' && typeof b === 'string' && timingSafeEqual(hashText(a), hashText(b))

/**
 * Compares the token of a transaction with the expected transaction. The hash covers the concatenation of payload,
 * nonce, and lNonce, so it identifies the payload only if the nonce is equal, too.
 * @throws ThumbturnError transaction_missing · transaction_wrong_nonce · transaction_wrong_payload ·
 * transaction_wrong_user
 */
export function requireTransaction(
  claims: AccessClaims,
  { payload, nonce, userId }: ExpectedTransaction,
): TransactionClaims {
  if (!isConfirmed(claims)) throw createMissingError('the token')
  requireUser(claims.sub, userId)
  if (!isEqualText(claims.nonce, nonce))
    throw new ThumbturnError('transaction_wrong_nonce', 'The token confirms another transaction: reject it')
  if (!isEqualText(claims.txHash, hashText(payload + claims.nonce + claims.lNonce).toString('base64url')))
    throw createWrongPayloadError()
  return claims
}

const isConfirmed = (claims: AccessClaims): claims is TransactionClaims =>
  [claims.txHash, claims.nonce, claims.lNonce].every((claim) => typeof claim === 'string' && claim !== '')

/**
 * Compares the payload signature of a flow with the expected payload.
 * @throws ThumbturnError transaction_missing · transaction_wrong_payload · transaction_wrong_user
 */
export function requirePayload(claims: PayloadClaims, { payload, userId }: ExpectedPayload): PayloadClaims {
  if (claims.content === undefined || claims.contentSignatures.length === 0)
    throw createMissingError('the payload signature')
  requireUser(claims.sub, userId)
  if (!isEqualText(claims.content, payload)) throw createWrongPayloadError()
  return claims
}

const createMissingError = (name: string) =>
  new ThumbturnError(
    'transaction_missing',
    `No passkey signed anything for ${name}: send the token of the confirmation`,
  )

const createWrongPayloadError = () =>
  new ThumbturnError('transaction_wrong_payload', 'The user confirmed another text: reject it')

function requireUser(sub: string, userId: string | undefined): void {
  if (userId === undefined || isEqualText(sub, userId)) return
  throw new ThumbturnError('transaction_wrong_user', 'Another user confirmed this: reject it')
}
