import { readText } from '../checkout/fragment.ts'

/** The payment that a shop requests. */
export interface CheckoutRequest {
  /** Identifies the payment for the wallet's backend. */
  request: string
  merchantTrustId?: string | undefined
  /** The shop's ID of this checkout. */
  traceId?: string | undefined
}

/**
 * The wallet's result: the signed payment, the choice to pay another way, or (in a frame) the need for the wallet's
 * own page.
 */
export type CheckoutResponse = { payloadSignature: string } | { fallback: true } | { redirect: true }

/** Parses the request of a shop's page; undefined if it is not valid. */
export function parseCheckoutRequest(data: Record<string, unknown>): CheckoutRequest | undefined {
  const request = readText(data.request, 4096)
  if (request === undefined) return undefined
  return { request, merchantTrustId: readText(data.merchantTrustId, 4096), traceId: readText(data.traceId, 64) }
}
