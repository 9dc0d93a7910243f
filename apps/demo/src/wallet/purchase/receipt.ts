/** One line of a purchase, as the text has it. */
export type ReceiptLine = { quantity: string; name: string; each: string; amount: string }

/** What the text of a purchase says. */
export type Receipt = { merchant: string; lines: ReceiptLine[]; total: string; payer: string; until: Date; id: string }

const amount = '\\d+(?:\\.\\d+)? [A-Z]{3}'
/** The amounts stand at the end of the line, so that no name can bring amounts of its own. */
const line = new RegExp(`^- (\\d+) x (.+): (${amount}) each, (${amount})$`)

/**
 * Takes the text apart that the passkey is going to sign: the page shows what is in it, and nothing from anywhere else.
 * @throws Error when it is no purchase, so that nothing half-read is ever confirmed
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
