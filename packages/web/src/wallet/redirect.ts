import { CheckoutError } from '../checkout/errors.ts'
import { readFragment, readText, withFragment } from '../checkout/fragment.ts'
import { type CheckoutAnswer, type CheckoutErrand, parseCheckoutRequest } from './checkout-request.ts'

/** What the shop redirected the user here for; return `state` to the shop unchanged. */
export interface RedirectedErrand extends CheckoutErrand {
  state: string
}

/** The request that this page was opened with; undefined if it was opened without one. It stays in the address for a reload. */
export function readErrand(): RedirectedErrand | undefined {
  const said = readFragment() ?? {}
  const errand = parseCheckoutRequest(said)
  const state = readText(said.state, 64)
  return errand && state ? { ...errand, state } : undefined
}

/** Where users return to, and with which state. */
export interface WayBack {
  /** The shop's page, as your backend knows it: never from this page's address. */
  returnUrl: string
  state: string
}

/**
 * Leads back to the shop with the answer, or with why there is none, and leaves no way back here in the history.
 * @throws CheckoutError ERROR_CHECKOUT_OPTIONS: returnUrl is no absolute http or https URL
 */
export function leadBack({ returnUrl, state }: WayBack, answer: CheckoutAnswer | CheckoutError): void {
  const url = URL.canParse(returnUrl) ? new URL(returnUrl) : undefined
  if (!url || !/^https?:$/.test(url.protocol))
    throw new CheckoutError('ERROR_CHECKOUT_OPTIONS', undefined, 'returnUrl must be an absolute http or https URL')
  const said = answer instanceof CheckoutError ? { code: answer.code } : answer
  location.replace(withFragment(url.href, { ...said, state }))
}
