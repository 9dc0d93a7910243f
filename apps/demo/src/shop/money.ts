const format = new Intl.NumberFormat('en-IE', { style: 'currency', currency: 'EUR' })

/** Formats an amount: 2800 is €28.00. */
export const euros = (cents: number) => format.format(cents / 100)
