/** An item of a purchase, as in the text. */
export type ReceiptLine = { quantity: string; name: string; each: string; amount: string }

/** The parsed text of a purchase. */
export type Receipt = { merchant: string; lines: ReceiptLine[]; total: string; payer: string; until: Date; id: string }

const amount = '\\d+(?:\\.\\d+)? [A-Z]{3}'
/** Amounts are at the end of the line, so that no name can imitate them. */
const line = new RegExp(`^- (\\d+) x (.+): (${amount}) each, (${amount})$`)

/**
 * Parses the text that the passkey signs: the page shows its content and nothing else.
 * @throws Error if it isn't a purchase, so that a partially parsed text is never confirmed
 */
export function readReceipt(text: string): Receipt {
  const rows = text.split('\n')
  const [first = '', last = []] = [rows[0], rows.slice(-4)]
  const fact = (row: string | undefined, label: string) => {
    if (!row?.startsWith(label)) throw new Error('This is not the text of a purchase')
    return row.slice(label.length)
  }
  const lines = rows.slice(1, -4).map((row) => {
    const [, quantity, name, each, amount] = line.exec(row) ?? []
    if (!quantity || !name || !each || !amount) throw new Error('This is not the text of a purchase')
    return { quantity, name, each, amount }
  })
  return {
    merchant: fact(first, 'Purchase from '),
    lines,
    total: fact(last[0], 'Total: '),
    payer: fact(last[1], 'Paid by: '),
    until: new Date(fact(last[2], 'Valid until: ')),
    id: fact(last[3], 'Purchase id: '),
  }
}
