import type { CheckoutRequest } from '@thumbturn/web/wallet'
import { callWallet, type PaymentRecord, type PaymentText } from '../backend.ts'
import { wallet } from '../session.ts'

/** What is to be paid, found by the shop's errand. */
export type Payment = PaymentRecord & { request: string; text: PaymentText }

/**
 * The payment that a shop sends somebody for.
 * @throws ApiError 404: made already, or too old
 */
export async function findPayment(request: string): Promise<Payment> {
  const path = `/payments/${encodeURIComponent(request)}`
  const record = await callWallet<PaymentRecord>({ method: 'GET', path })
  // What is shown is read from what is signed, and from nothing else.
  return { ...record, request, text: JSON.parse(record.payload) }
}

/**
 * Lets a passkey sign the payment, has the backend note it, and answers the signature for the shop. Without a name any
 * passkey of this wallet will do.
 * @throws PasskeyError when the ceremony ends without a signature · ApiError when somebody refuses
 */
export async function signPayment(
  { payload, request }: Payment,
  errand: CheckoutRequest,
  username = '',
): Promise<string> {
  const { merchantTrustId, traceId } = errand
  await wallet.beginFlow({ username, txPayload: payload, merchantTrustId, traceId })
  const { tokens } = await wallet.performAction('passkey:tx')
  const { payloadSignature } = tokens!
  const path = `/payments/${encodeURIComponent(request)}/confirmation`
  await callWallet({ method: 'POST', path, body: { payloadSignature } })
  return payloadSignature
}
