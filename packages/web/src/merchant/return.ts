import { CheckoutError, toCheckoutError } from '../checkout/errors.ts'
import { addFragment, clearFragment, readFragment, readText } from '../checkout/fragment.ts'
import { createNonce } from '../checkout/nonce.ts'
import { maxSignatureLength, type Outcome } from './outcome.ts'
import { rememberReadiness } from './readiness.ts'

/** The checkout that this tab redirected to a wallet. */
type StartedCheckout = { state: string; wallet: string }

const key = 'thumbturn_checkout'

/** The request that the wallet's page receives with a redirect. */
export interface WalletRequest {
  request: string
  merchantTrustId: string | undefined
  traceId: string | undefined
}

/**
 * Redirects to the wallet's page and remembers that this tab did.
 * @throws CheckoutError ERROR_STORAGE_BLOCKED, because a forged return would look the same as a genuine one
 */
export function redirectToWallet(url: URL, request: WalletRequest): void {
  const checkout: StartedCheckout = { state: createNonce(), wallet: url.href }
  try {
    sessionStorage.setItem(key, JSON.stringify(checkout))
  } catch (cause) {
    throw new CheckoutError('ERROR_STORAGE_BLOCKED', cause)
  }
  location.assign(addFragment(url.href, { ...request, state: checkout.state }))
}

/**
 * The result of a checkout that returns from the wallet with this address; undefined if there is none. It is removed
 * from the address and counts once.
 * @throws CheckoutError ERROR_RETURN_UNKNOWN if this tab started no such checkout · the error code of the wallet
 */
export function takeReturnedOutcome(): Outcome | undefined {
  const data = readFragment()
  if (!data) return undefined
  clearFragment()
  const checkout = takeStartedCheckout()
  if (!checkout || data.state !== checkout.state) throw new CheckoutError('ERROR_RETURN_UNKNOWN')
  if (data.code !== undefined) throw toCheckoutError(data.code)
  if (data.fallback === true) return { fallback: true }
  const payloadSignature = readText(data.payloadSignature, maxSignatureLength)
  if (!payloadSignature) throw new CheckoutError('ERROR_WALLET_REJECTED')
  rememberReadiness(checkout.wallet, true)
  return { payloadSignature, embedded: false }
}

function takeStartedCheckout(): StartedCheckout | undefined {
  try {
    const text = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    return text ? JSON.parse(text) : undefined
  } catch (cause) {
    throw new CheckoutError('ERROR_STORAGE_BLOCKED', cause)
  }
}
