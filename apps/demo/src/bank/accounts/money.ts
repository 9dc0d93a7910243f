const format = new Intl.NumberFormat('en-IE', { style: 'currency', currency: 'EUR' })

/** An amount as people read it: 1234 is €12.34. */
export const euros = (cents: number) => format.format(cents / 100).replace('-', '−')

/** Cents of what somebody typed, with a point or a comma; undefined for what is no amount. */
export function parseCents(text: string): number | undefined {
  const [, whole, part = ''] = /^\s*(\d{1,7})(?:[.,](\d{1,2}))?\s*$/.exec(text) ?? []
  return whole === undefined ? undefined : Number(whole) * 100 + Number(part.padEnd(2, '0'))
}
