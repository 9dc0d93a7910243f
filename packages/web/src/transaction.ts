import { assert } from './assertion.ts'
import { ceremony } from './ceremony.ts'
import type { Client } from './client.ts'
import { callService } from './http.ts'
import type { TxComplete, TxCompleteBody, TxInit, TxInitBody } from './wire.ts'

/** How a transaction shall be confirmed. */
export interface TransactionOptions {
  /** The text to confirm, at most 4,000 bytes. */
  txPayload: string
  /** Your own number of this transaction, once a user: 1 to 128 printable ASCII characters. A UUID by default. */
  nonce?: string | undefined
  /** Ends the ceremony. */
  signal?: AbortSignal | undefined
}

/** A confirmed transaction; send `token` to your backend, which verifies it and compares `txHash`. */
export interface ConfirmedTransaction {
  txId: string
  token: string
  /** base64url of SHA-256 over payload, nonce and lNonce, joined as text. */
  txHash: string
  nonce: string
  /** The nonce of the service. */
  lNonce: string
  /** The passkey that signed, base64url. */
  credentialId: string
}

/**
 * Lets a user confirm a text with a passkey and user verification. Show it to them before: the browser does not.
 * The stored sign-in token stays as it is.
 * @throws PasskeyError when the ceremony ends without an assertion
 * @throws ApiError when the service refuses or cannot be reached
 */
export async function confirmTransaction(
  client: Client,
  username: string,
  { txPayload, ...options }: TransactionOptions,
): Promise<ConfirmedTransaction> {
  const signed = await ceremony(options.signal, async (signal) => {
    const body: TxInitBody = { username, txPayload, txType: 'raw', nonce: options.nonce ?? uuid() }
    const started = await callService<TxInit>(client, { path: '/tx/init', body, signal })
    return assert(client, started, { signal })
  })
  const { credentialId: keyHandle, clientDataJSON: clientData, authenticatorData, signature } = signed.assertionResult
  const body: TxCompleteBody = { session: signed.session, keyHandle, clientData, authenticatorData, signature }
  const answer = await callService<TxComplete>(client, { path: '/tx/complete', body })
  const { txId, token, txHash, nonce, lNonce, credentialId } = answer
  return { txId, token, txHash, nonce, lNonce, credentialId }
}

const uuid = () => crypto.randomUUID()
