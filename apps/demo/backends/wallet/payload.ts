import { isDeepStrictEqual } from 'node:util'
import { createError } from '../errors.ts'
import type { Merchant } from './merchants.ts'

/** The text that the user sees and signs: amounts as text, such as "84.00", so that nothing is rounded. */
export type PaymentText = { merchant: string; order: string; amount: string; currency: string; nonce: string }

const patterns: { [Member in keyof PaymentText]: RegExp } = {
  merchant: /^.{1,60}$/u,
  order: /^[\w-]{1,32}$/,
  amount: /^(0|[1-9]\d{0,5})\.\d{2}$/,
  currency: /^[A-Z]{3}$/,
  nonce: /^[\w-]{22,64}$/,
}

/**
 * The payment that browsers with a dialog for payments show: the same as the page. Merchants can add it to the payload,
 * as the contract with this wallet says; `address` is the wallet's.
 */
const toShownPayment = (
  { merchant, amount, currency }: Pick<PaymentText, 'merchant' | 'amount' | 'currency'>,
  address: string,
) => ({
  payeeName: merchant,
  total: { currency, value: amount },
  instrument: { displayName: 'Pip', icon: `${address}/card.png` },
})

/**
 * Parses a payload, which must contain nothing else: what a page doesn't show must not be signed.
 * @throws Error 400
 */
export function parsePaymentText(payload: string, { name }: Merchant, address: string): PaymentText {
  const { payment, ...said } = parseJson(payload)
  const names = Object.keys(patterns) as (keyof PaymentText)[]
  const isWhole = names.every((member) => typeof said[member] === 'string' && patterns[member].test(said[member]))
  if (!isWhole || Object.keys(said).length !== names.length)
    throw createError(400, 'payload', `The payload is JSON with ${names.join(', ')} and nothing else`)
  if (said.merchant !== name) throw createError(400, 'payload', `You are ${name}, not ${said.merchant}`)
  if (payment !== undefined && !isDeepStrictEqual(payment, toShownPayment(said as PaymentText, address)))
    throw createError(400, 'payload', 'The field payment must repeat merchant, amount, and currency, and name Pip')
  return said as PaymentText
}

function parseJson(payload: string): Record<string, unknown> {
  try {
    const said = JSON.parse(payload)
    if (typeof said === 'object' && said !== null && !Array.isArray(said)) return said
  } catch {}
  return {}
}
