import { CheckoutError } from '../checkout/errors.ts'
import { createTrustItem } from '../client/trust.ts'

/** Enough time to sign up at the wallet during a checkout. */
const lifeSeconds = 900

/**
 * Identifies this browser at this shop to a wallet, whose own storage is partitioned inside a frame: a JWS (RFC 7515)
 * under a non-extractable key of this page. It contains nothing about the user, and each wallet gets a different key.
 * @throws CheckoutError ERROR_STORAGE_BLOCKED if the browser blocks storage for this page
 */
export async function createMerchantTrustId(wallet: string): Promise<string> {
  try {
    return await createTrustItem(`merchant:${new URL(wallet).origin}`, lifeSeconds)
  } catch (cause) {
    throw new CheckoutError('ERROR_STORAGE_BLOCKED', cause)
  }
}
