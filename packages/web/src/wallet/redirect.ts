import { CheckoutError } from '../checkout/errors.ts'
import { addFragment, readFragment, readText } from '../checkout/fragment.ts'
import { parseHttpUrl } from '../checkout/http-url.ts'
import { type CheckoutRequest, type CheckoutResponse, parseCheckoutRequest } from './checkout-request.ts'

/** The request that a shop redirected the user with. Return `state` to the shop unchanged. */
export interface RedirectedRequest extends CheckoutRequest {
  state: string
}

/**
 * The request in this page's address; undefined if there is none. It stays in the address, so the page can be
 * reloaded.
 */
export function readCheckoutRequest(): RedirectedRequest | undefined {
  const data = readFragment() ?? {}
  const request = parseCheckoutRequest(data)
  const state = readText(data.state, 64)
  return request && state ? { ...request, state } : undefined
}

/** The shop's page to return to. */
export interface ReturnTarget {
  /** From your backend's records of the merchant, never from this page's address. */
  returnUrl: string
  state: string
}

/**
 * Redirects back to the shop with the result or the error, and replaces this page in the history.
 * @throws CheckoutError ERROR_CHECKOUT_OPTIONS if returnUrl is not an http or https URL
 */
export function returnToMerchant({ returnUrl, state }: ReturnTarget, result: CheckoutResponse | CheckoutError): void {
  const url = parseHttpUrl(returnUrl)
  if (!url)
    throw new CheckoutError('ERROR_CHECKOUT_OPTIONS', undefined, 'returnUrl must be an absolute http or https URL')
  const data = result instanceof CheckoutError ? { code: result.code } : result
  location.replace(addFragment(url.href, { ...data, state }))
}
