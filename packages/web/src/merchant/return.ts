import { CheckoutError, toCheckoutError } from '../checkout/errors.ts'
import { clearFragment, readFragment, readText, withFragment } from '../checkout/fragment.ts'
import { randomText } from '../checkout/random.ts'
import { longestSignature, type Outcome } from './outcome.ts'
import { rememberReadiness } from './readiness.ts'

/** The checkout that this tab redirected to a wallet. */
type StartedCheckout = { state: string; wallet: string }

const key = 'thumbturn_checkout'

/** What the wallet's page receives with a redirect. */
export interface WalletRequest {
  request: string
  merchantTrustId: string | undefined
  traceId: string | undefined
}

/**
 * Redirects to the wallet's page and remembers that this tab did.
 * @throws CheckoutError ERROR_STORAGE_BLOCKED, because a genuine return could not be told from a forged one
 */
export function leadToWallet(url: URL, errand: WalletRequest): void {
  const begun: StartedCheckout = { state: randomText(), wallet: url.href }
  try {
    sessionStorage.setItem(key, JSON.stringify(begun))
  } catch (cause) {
    throw new CheckoutError('ERROR_STORAGE_BLOCKED', cause)
  }
  location.assign(withFragment(url.href, { ...errand, state: begun.state }))
}

/**
 * The result of a checkout that returns from the wallet with this address; undefined if there is none. It is removed
 * from the address and counts once.
 * @throws CheckoutError ERROR_RETURN_UNKNOWN if this tab started no such checkout · the error code of the wallet
 */
export function takeReturn(): Outcome | undefined {
  const said = readFragment()
  if (!said) return undefined
  clearFragment()
  const begun = takeStartedCheckout()
  if (!begun || said.state !== begun.state) throw new CheckoutError('ERROR_RETURN_UNKNOWN')
  if (said.code !== undefined) throw toCheckoutError(said.code)
  if (said.fallback === true) return { fallback: true }
  const payloadSignature = readText(said.payloadSignature, longestSignature)
  if (!payloadSignature) throw new CheckoutError('ERROR_WALLET_REFUSED')
  rememberReadiness(begun.wallet, true)
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
