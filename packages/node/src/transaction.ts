import { createHash, timingSafeEqual } from 'node:crypto'
import type { AccessClaims, PayloadClaims, TransactionClaims } from './claims.ts'
import { ThumbturnError } from './errors.ts'

/** The transaction that the user was asked to confirm, from your own records: never from the page that sends the token. */
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

const digest = (text: string) => createHash('sha256').update(text).digest()

/** In constant time, whatever the lengths; what is no text is the same as nothing. */
const isSame = (a: unknown, b: unknown) =>
  typeof a === 'string' && typeof b === 'string' && timingSafeEqual(digest(a), digest(b))

/**
 * Holds the token of a transaction against what was to be confirmed. Its hash is base64url of SHA-256 over payload,
 * nonce and lNonce joined as text, so that only with an equal nonce it says which payload was meant.
 * @throws ThumbturnError transaction_missing · transaction_wrong_nonce · transaction_wrong_payload · transaction_wrong_user
 */
export function requireTransaction(
  claims: AccessClaims,
  { payload, nonce, userId }: ExpectedTransaction,
): TransactionClaims {
  if (!isConfirmed(claims)) throw createMissingError('the token')
  requireUser(claims.sub, userId)
  if (!isSame(claims.nonce, nonce))
    throw new ThumbturnError(
      'transaction_wrong_nonce',
      'The token confirms another transaction than this one: refuse it',
    )
  if (!isSame(claims.txHash, digest(payload + claims.nonce + claims.lNonce).toString('base64url')))
    throw createWrongPayloadError()
  return claims
}

const isConfirmed = (claims: AccessClaims): claims is TransactionClaims =>
  [claims.txHash, claims.nonce, claims.lNonce].every((claim) => typeof claim === 'string' && claim !== '')

/**
 * Holds the payload signature of a flow against what was to be signed by a passkey.
 * @throws ThumbturnError transaction_missing · transaction_wrong_payload · transaction_wrong_user
 */
export function requirePayload(claims: PayloadClaims, { payload, userId }: ExpectedPayload): PayloadClaims {
  if (claims.content === undefined || claims.contentSignatures.length === 0)
    throw createMissingError('the payload signature')
  requireUser(claims.sub, userId)
  if (!isSame(claims.content, payload)) throw createWrongPayloadError()
  return claims
}

const createMissingError = (what: string) =>
  new ThumbturnError(
    'transaction_missing',
    `No passkey has signed anything for ${what}: send the one that the confirmation earned`,
  )

const createWrongPayloadError = () =>
  new ThumbturnError('transaction_wrong_payload', 'The user has confirmed another text than this one: refuse it')

function requireUser(sub: string, userId: string | undefined): void {
  if (userId === undefined || isSame(sub, userId)) return
  throw new ThumbturnError('transaction_wrong_user', 'Somebody else has confirmed this: refuse it')
}
