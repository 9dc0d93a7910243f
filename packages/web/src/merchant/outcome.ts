import { CheckoutError } from '../checkout/errors.ts'
import { readText } from '../checkout/fragment.ts'
import { isObject } from '../checkout/messages.ts'

/** A signed payment. Your backend must verify it. */
export interface SignedPayment {
  /** Signed by the wallet's service (`tokenType` mfaPayload). */
  payloadSignature: string
  /** Whether the user stayed on this page. */
  embedded: boolean
}

/** The result of a checkout that did not fail. */
export type Outcome = SignedPayment | { fallback: true }

/** Maximum length of a payload signature, in characters. */
export const maxSignatureLength = 16_384

/**
 * Parses the wallet's result: a payment, the choice to pay another way, or `redirect` if the wallet needs its own page.
 * @throws CheckoutError ERROR_WALLET_REJECTED for anything else
 */
export function parseOutcome(result: unknown): Outcome | 'redirect' {
  const data = isObject(result) ? result : {}
  const payloadSignature = readText(data.payloadSignature, maxSignatureLength)
  if (payloadSignature) return { payloadSignature, embedded: true }
  if (data.fallback === true) return { fallback: true }
  if (data.redirect === true) return 'redirect'
  throw new CheckoutError('ERROR_WALLET_REJECTED')
}

/** Called when a checkout ends: exactly one of them, or none if the user is redirected to the wallet. */
export interface CheckoutCallbacks {
  /** Send `payloadSignature` to your backend. */
  successCallback: (payment: SignedPayment) => void
  /** The user prefers to pay another way. */
  fallbackCallback: () => void
  /** The checkout failed. It can be started again. */
  errorCallback: (error: CheckoutError) => void
}

/** Runs a checkout and calls the callback for its result. */
export async function reportOutcome(
  callbacks: CheckoutCallbacks,
  run: () => Outcome | undefined | Promise<Outcome | undefined>,
): Promise<void> {
  const outcome = await catchCheckoutError(run)
  if (outcome === undefined) return
  if (outcome instanceof CheckoutError) callbacks.errorCallback(outcome)
  else if ('fallback' in outcome) callbacks.fallbackCallback()
  else callbacks.successCallback(outcome)
}

async function catchCheckoutError(run: () => Outcome | undefined | Promise<Outcome | undefined>) {
  try {
    return await run()
  } catch (error) {
    return error instanceof CheckoutError ? error : new CheckoutError('ERROR_WALLET_REJECTED', error)
  }
}
