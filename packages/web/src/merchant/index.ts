import { type CheckoutCallbacks, report } from './outcome.ts'
import { takeReturn } from './return.ts'

export { CheckoutError, type CheckoutErrorCode } from '../checkout/errors.ts'
export type { CheckoutCallbacks, SignedPayment } from './outcome.ts'
export { isWalletReady } from './readiness.ts'
export { type CheckoutOptions, startCheckout } from './start.ts'
export { createMerchantTrustId } from './trust-id.ts'

/**
 * Goes on with a checkout that was led to the wallet's page, on the page where people come back. Calls nobody where none
 * comes back with this address.
 */
export const resumeCheckout = (callbacks: CheckoutCallbacks): Promise<void> => report(callbacks, takeReturn)
