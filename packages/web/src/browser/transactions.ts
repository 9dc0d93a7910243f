// All that transactions and multi-factor flows need of a browser besides platform.ts. Apart from it, as a page that
// signs users in loads none of it; @thumbturn/native replaces both.
export { requestPayment } from '../ceremonies/payment-payload.ts'
export { signTransaction } from '../ceremonies/sign-transaction.ts'
export { mfaStore } from '../flows/mfa-store.ts'

/** An ID of a transaction: a UUID. */
export const createNonce = (): string => crypto.randomUUID()
