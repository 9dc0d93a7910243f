import { createNonce, requestPayment, signTransaction } from '../browser/transactions.ts'
import type { Assertion } from '../ceremonies/assertion.ts'
import { runCeremony } from '../ceremonies/ceremony.ts'
import type { Client } from '../client/client.ts'
import { callService } from '../client/http.ts'
import type { TxComplete, TxCompleteBody, TxInit, TxInitBody } from '../client/wire.ts'

/** Options of a transaction confirmation. */
export interface TransactionOptions {
  /** The text to confirm, at most 4,000 bytes. */
  txPayload: string
  /** Your ID of this transaction, unique per user: 1 to 128 printable ASCII characters. By default, a UUID. */
  nonce?: string | undefined
  /** Aborts the ceremony. */
  signal?: AbortSignal | undefined
}

/** A confirmed transaction. Send `token` to your backend for verification. */
export interface ConfirmedTransaction {
  txId: string
  token: string
  /** base64url of SHA-256 over the concatenation of payload, nonce, and lNonce. */
  txHash: string
  nonce: string
  /** The service's nonce. */
  lNonce: string
  /** The passkey that signed, base64url. */
  credentialId: string
}

/**
 * Lets a user confirm a text with a passkey and user verification. Show the text first: browsers don't, except for the
 * `payment` of a JSON object, if the application and the browser support Secure Payment Confirmation.
 * The stored sign-in token stays unchanged.
 * @throws PasskeyError if the ceremony ends without an assertion
 * @throws ApiError if the service rejects the call or is unreachable
 */
export async function confirmTransaction(
  client: Client,
  username: string,
  { txPayload, ...options }: TransactionOptions,
): Promise<ConfirmedTransaction> {
  return runCeremony(options.signal, {
    ask: async (signal) => {
      const asked = await requestPayment(txPayload)
      const body: TxInitBody = { username, txPayload, txType: 'raw', nonce: options.nonce ?? createNonce(), ...asked }
      const started = await callService<TxInit>(client, { path: '/tx/init', body, signal })
      return signTransaction(client, started, signal)
    },
    complete: (signed, signal) => completeTransaction(client, signed, signal),
  })
}

async function completeTransaction(
  client: Client,
  { session, assertionResult }: Assertion,
  signal: AbortSignal,
): Promise<ConfirmedTransaction> {
  const { credentialId: keyHandle, clientDataJSON: clientData, authenticatorData, signature } = assertionResult
  const body: TxCompleteBody = { session, keyHandle, clientData, authenticatorData, signature }
  const response = await callService<TxComplete>(client, { path: '/tx/complete', body, signal })
  const { txId, token, txHash, nonce, lNonce, credentialId } = response
  return { txId, token, txHash, nonce, lNonce, credentialId }
}
