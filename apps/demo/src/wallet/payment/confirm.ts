import type { CheckoutRequest } from '@thumbturn/web/wallet'
import { callWallet, type PaymentRecord, type PaymentText } from '../backend.ts'
import { wallet } from '../session.ts'

/** The requested payment. */
export type Payment = PaymentRecord & { request: string; text: PaymentText }

/**
 * Loads the payment of a shop's request.
 * @throws ApiError 404 if it was already confirmed, or has expired
 */
export async function findPayment(request: string): Promise<Payment> {
  const path = `/payments/${encodeURIComponent(request)}`
  const record = await callWallet<PaymentRecord>({ method: 'GET', path })
  // The text that is shown comes only from the text that is signed.
  return { ...record, request, text: JSON.parse(record.payload) }
}

/**
 * Signs the payment with a passkey, records it at the backend, and returns the signature for the shop. Without a
 * username, any passkey of this wallet is accepted; with one, the browser can show the payment in a dialog of its own.
 * The signal ends the wait for the passkey.
 * @throws PasskeyError if the ceremony ends without a signature · ApiError if a call is rejected
 */
export async function signPayment(
  { payload, request }: Payment,
  checkout: CheckoutRequest,
  { username = '', signal }: { username?: string | undefined; signal: AbortSignal },
): Promise<string> {
  const { merchantTrustId, traceId } = checkout
  await wallet.beginFlow({ username, txPayload: payload, merchantTrustId, traceId })
  const { tokens } = await wallet.performAction('passkey:tx', { signal })
  const { payloadSignature } = tokens!
  const path = `/payments/${encodeURIComponent(request)}/confirmation`
  await callWallet({ method: 'POST', path, body: { payloadSignature } })
  return payloadSignature
}
