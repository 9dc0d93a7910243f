// In place of browser/transactions.ts of @thumbturn/web.
import type { Client, StoredFlow } from '@thumbturn/web/core'

import { createAssertion } from './platform.ts'

/** No system has a dialog for payments. */
export const requestPayment = async (
  _payload?: string,
  _isWanted?: boolean,
): Promise<{ paymentConfirmation?: true }> => ({})

/** Signs a transaction with a passkey. @throws PasskeyError if the dialog ends without an assertion */
export const signTransaction = (
  client: Client,
  started: Parameters<typeof createAssertion>[1],
  signal: AbortSignal,
): ReturnType<typeof createAssertion> => createAssertion(client, started, { signal })

const flows = new Map<string, StoredFlow>()

/** The flow of each application, until the app is closed. */
export const mfaStore = {
  read: ({ appId }: Client): StoredFlow | undefined => flows.get(appId),
  write: ({ appId }: Client, flow: StoredFlow): void => void flows.set(appId, flow),
  clear: ({ appId }: Client): void => void flows.delete(appId),
}

/**
 * An ID of a transaction: a UUID where the runtime has randomness. Otherwise from the clock and Math.random, because it has to
 * be unique among the user's transactions, and the service adds a secret nonce of its own.
 */
export function createNonce(): string {
  const { crypto } = globalThis as { crypto?: { randomUUID?(): string } }
  return crypto?.randomUUID?.() ?? `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`
}
