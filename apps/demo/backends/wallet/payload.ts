import { createError } from '../errors.ts'
import type { Merchant } from './merchants.ts'

/** What the user sees and signs: amounts as text, such as "84.00", so that nothing is rounded. */
export type PaymentText = { merchant: string; order: string; amount: string; currency: string; nonce: string }

const patterns: { [Member in keyof PaymentText]: RegExp } = {
  merchant: /^.{1,60}$/u,
  order: /^[\w-]{1,32}$/,
  amount: /^(0|[1-9]\d{0,5})\.\d{2}$/,
  currency: /^[A-Z]{3}$/,
  nonce: /^[\w-]{22,64}$/,
}

/**
 * Parses a payload, which must contain nothing else: what a page doesn't show must not be signed.
 * @throws Error 400
 */
export function parsePaymentText(payload: string, { name }: Merchant): PaymentText {
  const said = parseJson(payload)
  const names = Object.keys(patterns) as (keyof PaymentText)[]
  const isWhole = names.every((member) => typeof said[member] === 'string' && patterns[member].test(said[member]))
  if (!isWhole || Object.keys(said).length !== names.length)
    throw createError(400, 'payload', `The payload is JSON with ${names.join(', ')} and nothing else`)
  if (said.merchant !== name) throw createError(400, 'payload', `You are ${name}, not ${said.merchant}`)
  return said as PaymentText
}

function parseJson(payload: string): Record<string, unknown> {
  try {
    const said = JSON.parse(payload)
    if (typeof said === 'object' && said !== null && !Array.isArray(said)) return said
  } catch {}
  return {}
}
