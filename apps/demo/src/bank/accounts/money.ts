const format = new Intl.NumberFormat('en-IE', { style: 'currency', currency: 'EUR' })

/** Formats an amount: 1234 is €12.34. */
export const euros = (cents: number) => format.format(cents / 100).replace('-', '−')

/** Parses an amount with a point or a comma to cents; undefined if it isn't one. */
export function parseCents(text: string): number | undefined {
  const [, whole, part = ''] = /^\s*(\d{1,7})(?:[.,](\d{1,2}))?\s*$/.exec(text) ?? []
  return whole === undefined ? undefined : Number(whole) * 100 + Number(part.padEnd(2, '0'))
}
