import { formatAmount } from './amounts.ts'
import type { Purchase } from './purchase.ts'

/**
 * The text that the user reads and the passkey signs. One fact per line, and no fact can contain a line break, so two
 * purchases never have the same text and no name can imitate another line.
 */
export function formatPurchase({
  id,
  merchant,
  payer,
  currency,
  items,
  total,
  expiresAt,
}: Omit<Purchase, 'text'>): string {
  const lines = items.map(
    ({ name, quantity, unitAmount }) =>
      `- ${quantity} x ${name}: ${formatAmount(unitAmount, currency)} each, ${formatAmount(quantity * unitAmount, currency)}`,
  )
  return [
    `Purchase from ${merchant}`,
    ...lines,
    `Total: ${formatAmount(total, currency)}`,
    `Paid by: ${payer}`,
    `Valid until: ${new Date(expiresAt).toISOString()}`,
    `Purchase id: ${id}`,
  ].join('\n')
}
