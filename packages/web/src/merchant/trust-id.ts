import { CheckoutError } from '../checkout/errors.ts'
import { trustItem } from '../trust.ts'

/** A checkout may take as long as a user needs to sign up at the wallet. */
const lifeSeconds = 900

/**
 * By what a wallet recognises this browser at this shop, though its own storage is cut off inside a frame: a JWS (RFC
 * 7515) under a key of this page that nobody can copy. It says nothing of the person, and each wallet gets another key.
 * @throws CheckoutError ERROR_STORAGE_BLOCKED: the browser keeps no keys for this page
 */
export async function createMerchantTrustId(wallet: string): Promise<string> {
  try {
    return await trustItem(`merchant:${new URL(wallet).origin}`, lifeSeconds)
  } catch (cause) {
    throw new CheckoutError('ERROR_STORAGE_BLOCKED', cause)
  }
}
