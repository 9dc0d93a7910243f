import { createHash } from 'node:crypto'
import { isDecodedByAll } from '../credentials/challenge.ts'
import type { UsedPasskey } from '../passkeys/passkey.ts'
import type { SignedInUser } from '../users/user.ts'

/** A transaction that a user confirmed with a passkey. `createdAt` is milliseconds since 1970. */
export type Transaction = {
  id: string
  appId: string
  userId: string
  /** At the time of the confirmation. */
  username: string
  /** It may have been deleted since. */
  passkeyId: string
  txType: 'raw'
  payload: string
  /** The client's nonce, unique per user; printable ASCII. */
  nonce: string
  /** The server's nonce: 32 random bytes, base64url. */
  serverNonce: string
  /** base64url of SHA-256. */
  hash: string
  createdAt: number
  /** Kept only for a later step of an MFA flow whose session can't hold it. */
  assertion?: TransactionAssertion | undefined
  /** payment: the browser showed payee and amount (Secure Payment Confirmation); absent: the page did. */
  confirmedBy?: 'payment'
}

/** The data that verifies a confirmation: the passkey's assertion and its COSE key; binary fields are base64url. */
export type TransactionAssertion = {
  credentialId: string
  publicKey: string
  clientDataJSON: string
  authenticatorData: string
  signature: string
}

/** The maximum number of UTF-8 bytes of a payload: what fits into a session of 8,192 characters. */
export const longestPayload = 4_000

const sha256 = (text: string) => createHash('sha256').update(text).digest()

/** The hash in the token, which clients compute too: over the three texts joined. */
export const hashPayload = (payload: string, nonce: string, serverNonce: string) =>
  sha256(payload + nonce + serverNonce).toString('base64url')

/** The content that a user is asked to sign. */
export type SignableTransaction = {
  id: string
  appId: string
  /** Absent in a transaction created for no particular user: the challenge then binds the user. */
  userId: string | undefined
  txType: 'raw'
  /** base64url, so that it's as long in the session as it is in bytes. */
  payload: string
  nonce: string
  serverNonce: string
}

/**
 * The challenge of a transaction: 32 bytes that cover all of it, unpredictable because of the server's nonce. It's
 * computed from what the session holds, so an assertion can't be used for anything else. A payment has another one, so
 * neither kind of confirmation can replace the other.
 */
export function deriveChallenge(
  transaction: SignableTransaction & { userId: string },
  kind: 'transaction' | 'payment' = 'transaction',
): string {
  const { appId, id, userId, txType, payload, nonce, serverNonce } = transaction
  // A list, so that no two transactions join to the same text.
  const text = JSON.stringify([kind, appId, id, userId, txType, payload, nonce, serverNonce])
  let digest = sha256(text)
  // Both calls must compute the same challenge, so another one is derived, not drawn.
  while (!isDecodedByAll(digest)) digest = sha256(text + digest.toString('base64url'))
  return digest.toString('base64url')
}

/** The transaction as its user confirmed it, at `at` (milliseconds since 1970). */
export function toTransaction(
  confirmed: SignableTransaction,
  {
    user,
    passkey,
    at,
    isPayment = false,
  }: { user: SignedInUser; passkey: UsedPasskey; at: number; isPayment?: boolean },
): Transaction {
  const { id, appId, txType, nonce, serverNonce } = confirmed
  const payload = Buffer.from(confirmed.payload, 'base64url').toString()
  return {
    id,
    appId,
    userId: user.id,
    username: user.username,
    passkeyId: passkey.id,
    txType,
    payload,
    nonce,
    serverNonce,
    hash: hashPayload(payload, nonce, serverNonce),
    createdAt: at,
    ...(isPayment && { confirmedBy: 'payment' as const }),
  }
}
