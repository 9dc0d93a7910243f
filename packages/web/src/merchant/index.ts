import { type CheckoutCallbacks, reportOutcome } from './outcome.ts'
import { takeReturnedOutcome } from './return.ts'

export { CheckoutError, type CheckoutErrorCode } from '../checkout/errors.ts'
export type { CheckoutCallbacks, SignedPayment } from './outcome.ts'
export { isWalletReady } from './readiness.ts'
export { type CheckoutOptions, startCheckout } from './start.ts'
export { createMerchantTrustId } from './trust-id.ts'

/**
 * Completes a checkout that was redirected to the wallet. Call it on the page that users return to. Calls no callback
 * if the page was opened in any other way.
 */
export const resumeCheckout = (callbacks: CheckoutCallbacks): Promise<void> =>
  reportOutcome(callbacks, takeReturnedOutcome)
