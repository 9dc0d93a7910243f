const currencies = new Set(Intl.supportedValuesOf('currency'))

/** Whether ISO 4217 has this code, in uppercase. */
export const isCurrency = (code: string) => currencies.has(code)

const countFractionDigits = (currency: string) =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

/** Formats an amount in the minor unit: 1820 of EUR is "18.20 EUR". Integers only, so nothing is rounded. */
export function formatAmount(amount: number, currency: string): string {
  const digits = countFractionDigits(currency)
  const figures = String(amount).padStart(digits + 1, '0')
  const whole = figures.slice(0, figures.length - digits)
  return digits === 0 ? `${whole} ${currency}` : `${whole}.${figures.slice(-digits)} ${currency}`
}

/** The total of all items, in the minor unit. */
export const computeTotal = (items: readonly { quantity: number; unitAmount: number }[]) =>
  items.reduce((sum, { quantity, unitAmount }) => sum + quantity * unitAmount, 0)
