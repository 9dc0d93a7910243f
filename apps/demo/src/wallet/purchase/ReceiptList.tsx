import styles from './ReceiptList.module.css'
import type { Receipt } from './receipt.ts'

const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

/** Items and total, parsed from the signed text, which can be shown as well. */
export function ReceiptList({ receipt, text }: { receipt: Receipt; text: string }) {
  const { lines, total, payer, until } = receipt
  return (
    <div className={styles.receipt}>
      <ul className={styles.lines}>
        {lines.map(({ quantity, name, each, amount }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a purchase never change, and two may be equal
          <li key={index}>
            <span className={styles.quantity}>{quantity} ×</span>
            <span>
              <span>{name}</span>
              {quantity !== '1' && <span className={styles.each}>{each} each</span>}
            </span>
            <span className={styles.amount}>{amount}</span>
          </li>
        ))}
      </ul>
      <p className={styles.total}>
        <span>Total</span>
        <strong>{total}</strong>
      </p>
      <dl className={styles.facts}>
        <dt>Paid by</dt>
        <dd>{payer}</dd>
        <dt>Valid until</dt>
        <dd>{time.format(until)}</dd>
      </dl>
      <details className={styles.text}>
        <summary>The exact text that your passkey signs</summary>
        <pre>{text}</pre>
      </details>
    </div>
  )
}
