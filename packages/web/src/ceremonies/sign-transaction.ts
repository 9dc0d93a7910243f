import type { Client } from '../client/client.ts'
import type { TxInit } from '../client/wire.ts'
import { type Assertion, createAssertion } from './assertion.ts'

/**
 * Signs a transaction with a passkey: in the browser's dialog for payments if the service sent options for it, and
 * otherwise, or if that isn't possible, like a sign-in.
 * @throws PasskeyError if the ceremony ends without an assertion
 */
export async function signTransaction(
  client: Client,
  started: Pick<TxInit, 'session' | 'assertionOptions' | 'paymentOptions'>,
  signal: AbortSignal,
): Promise<Assertion> {
  const { session, paymentOptions } = started
  if (paymentOptions) {
    const { confirmPayment } = await import('./payment.ts')
    const assertionResult = await confirmPayment(paymentOptions, signal)
    if (assertionResult) return { session, assertionResult }
  }
  return createAssertion(client, started, { signal })
}
