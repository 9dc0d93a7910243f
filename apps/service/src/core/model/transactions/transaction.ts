import { createHash } from 'node:crypto'
import { isDecodedByAll } from '../../ports/sessions.ts'
import type { Spending } from '../../spent-session.ts'
import type { Device } from '../devices/device.ts'
import type { EventRecord } from '../events/event.ts'
import type { Passkey } from '../passkeys/passkey.ts'
import type { User } from '../users/user.ts'

/** Something that a user confirmed with a passkey. `createdAt` is milliseconds since 1970. */
export type Transaction = {
  id: string
  appId: string
  userId: string
  /** As it was when they confirmed. */
  username: string
  /** It may be deleted since. */
  passkeyId: string
  txType: 'raw'
  payload: string
  /** The client's, once a user; printable ASCII. */
  nonce: string
  /** Ours: 32 random bytes, base64url. */
  serverNonce: string
  /** base64url of SHA-256. */
  hash: string
  createdAt: number
}

/** All that one completed transaction writes. */
export type ConfirmedTransaction = {
  transaction: Transaction
  passkey: Passkey
  /** Never lowers what is stored. */
  signCount: number
  backedUp: boolean
  userVerified: boolean
  /** Where something is known of it; otherwise the passkey keeps the one that it was last seen on. */
  device?: Device
  spending: Spending
  events: readonly EventRecord[]
}
/** The most bytes of a payload in UTF-8: what a session of 8,192 characters has room for. */
export const longestPayload = 4_000

const sha256 = (text: string) => createHash('sha256').update(text).digest()

/** What the token vouches for, as clients compute it too: the three texts joined. */
export const hashPayload = (payload: string, nonce: string, serverNonce: string) =>
  sha256(payload + nonce + serverNonce).toString('base64url')

/** What a user is asked to sign. */
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
 * The challenge of a transaction: 32 bytes that stand for all of it, unpredictable by the server's nonce. As it is
 * computed of what the session holds, an assertion can answer for nothing else.
 */
export function deriveChallenge(transaction: SignableTransaction & { userId: string }): string {
  const { appId, id, userId, txType, payload, nonce, serverNonce } = transaction
  // A list, so that no two transactions join to the same text.
  const text = JSON.stringify(['transaction', appId, id, userId, txType, payload, nonce, serverNonce])
  let digest = sha256(text)
  // Both ends must find the same challenge, so another one is computed rather than drawn.
  while (!isDecodedByAll(digest)) digest = sha256(text + digest.toString('base64url'))
  return digest.toString('base64url')
}

/** What its user has confirmed, at `at` (milliseconds since 1970). */
export function toTransaction(
  confirmed: SignableTransaction,
  { user, passkey, at }: { user: User; passkey: Passkey; at: number },
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
  }
}
