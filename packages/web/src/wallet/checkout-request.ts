import { readText } from '../checkout/fragment.ts'

/** What a shop asks of the wallet. */
export interface CheckoutErrand {
  /** By what the wallet's backend finds the payment. */
  request: string
  merchantTrustId?: string | undefined
  /** The shop's own name for this checkout. */
  traceId?: string | undefined
}

/** What the wallet answers: the signed payment, the wish to pay another way, or (in a frame) that only its own page will do. */
export type CheckoutAnswer = { payloadSignature: string } | { fallback: true } | { redirect: true }

/** Parses the request that a page sent; undefined if it is not valid. */
export function parseCheckoutRequest(said: Record<string, unknown>): CheckoutErrand | undefined {
  const request = readText(said.request, 4096)
  if (request === undefined) return undefined
  return { request, merchantTrustId: readText(said.merchantTrustId, 4096), traceId: readText(said.traceId, 64) }
}
