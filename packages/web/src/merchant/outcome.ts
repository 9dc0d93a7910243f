import { CheckoutError } from '../checkout/errors.ts'
import { readText } from '../checkout/fragment.ts'
import { isObject } from '../checkout/messages.ts'

/** A signed payment, for your backend to verify before it believes anything. */
export interface SignedPayment {
  /** What the wallet's service signed (`tokenType` mfaPayload). */
  payloadSignature: string
  /** Whether the person stayed on this page. */
  embedded: boolean
}

/** How a checkout ended that did not fail. */
export type Outcome = SignedPayment | { fallback: true }

/** The most characters that a payload signature can have. */
export const longestSignature = 16_384

/**
 * What the wallet's frame answered: a payment, the wish to pay another way, or `redirect` where only its own page will do.
 * @throws CheckoutError ERROR_WALLET_REFUSED: none of them
 */
export function parseOutcome(result: unknown): Outcome | 'redirect' {
  const said = isObject(result) ? result : {}
  const payloadSignature = readText(said.payloadSignature, longestSignature)
  if (payloadSignature) return { payloadSignature, embedded: true }
  if (said.fallback === true) return { fallback: true }
  if (said.redirect === true) return 'redirect'
  throw new CheckoutError('ERROR_WALLET_REFUSED')
}

/** What a shop does when a checkout ends: exactly one of them is called, and none where it leads away. */
export interface CheckoutCallbacks {
  /** Send `payloadSignature` to your backend. */
  successCallback: (payment: SignedPayment) => void
  /** The person would rather pay another way: show the others. */
  fallbackCallback: () => void
  /** It failed, and may be started again. */
  errorCallback: (error: CheckoutError) => void
}

/** Lets a checkout run to its end and calls whom it concerns. */
export async function report(
  callbacks: CheckoutCallbacks,
  run: () => Outcome | undefined | Promise<Outcome | undefined>,
): Promise<void> {
  const outcome = await attempt(run)
  if (outcome === undefined) return
  if (outcome instanceof CheckoutError) callbacks.errorCallback(outcome)
  else if ('fallback' in outcome) callbacks.fallbackCallback()
  else callbacks.successCallback(outcome)
}

async function attempt(run: () => Outcome | undefined | Promise<Outcome | undefined>) {
  try {
    return await run()
  } catch (error) {
    return error instanceof CheckoutError ? error : new CheckoutError('ERROR_WALLET_REFUSED', error)
  }
}
