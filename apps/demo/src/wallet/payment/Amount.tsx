import type { PaymentText } from '../backend.ts'
import styles from './Amount.module.css'

/** The payment to sign: amount, merchant, reference. */
export function Amount({ text, origin }: { text: PaymentText; origin: string }) {
  const { merchant, order, amount, currency } = text
  const shown = new Intl.NumberFormat('en-IE', { style: 'currency', currency }).format(Number(amount))
  return (
    <div className={styles.amount}>
      <p className={styles.to}>
        Pay <strong>{merchant}</strong>
      </p>
      <p className={styles.sum}>{shown}</p>
      <p className={styles.order}>
        Order {order} · <span>{new URL(origin).host}</span>
      </p>
    </div>
  )
}
