import { CheckoutError } from '../checkout/errors.ts'
import { readFragment, readText, withFragment } from '../checkout/fragment.ts'
import { type CheckoutAnswer, type CheckoutErrand, parseCheckoutRequest } from './checkout-request.ts'

/** The request that a shop redirected the user with. Return `state` to the shop unchanged. */
export interface RedirectedErrand extends CheckoutErrand {
  state: string
}

/**
 * The request in this page's address; undefined if there is none. It stays in the address, so the page can be
 * reloaded.
 */
export function readErrand(): RedirectedErrand | undefined {
  const said = readFragment() ?? {}
  const errand = parseCheckoutRequest(said)
  const state = readText(said.state, 64)
  return errand && state ? { ...errand, state } : undefined
}

/** The shop's page to return to. */
export interface WayBack {
  /** From your backend's records of the merchant, never from this page's address. */
  returnUrl: string
  state: string
}

/**
 * Redirects back to the shop with the result or the error, and replaces this page in the history.
 * @throws CheckoutError ERROR_CHECKOUT_OPTIONS if returnUrl is not an http or https URL
 */
export function leadBack({ returnUrl, state }: WayBack, answer: CheckoutAnswer | CheckoutError): void {
  const url = URL.canParse(returnUrl) ? new URL(returnUrl) : undefined
  if (!url || !/^https?:$/.test(url.protocol))
    throw new CheckoutError('ERROR_CHECKOUT_OPTIONS', undefined, 'returnUrl must be an absolute http or https URL')
  const said = answer instanceof CheckoutError ? { code: answer.code } : answer
  location.replace(withFragment(url.href, { ...said, state }))
}
