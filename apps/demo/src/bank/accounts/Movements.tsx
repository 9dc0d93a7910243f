import styles from './AccountsPage.module.css'
import { euros } from './money.ts'
import type { Movement } from './overview.ts'

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })

/** Credits and debits, newest first. */
export function Movements({ movements }: { movements: Movement[] }) {
  return (
    <ul className={styles.movements}>
      {movements.map(({ id, at, name, reference, cents }) => (
        <li key={id} className={styles.movement}>
          <time dateTime={new Date(at).toISOString()} className={styles.day}>
            {day.format(at)}
          </time>
          <div className={styles.what}>
            <p className={styles.name}>{name}</p>
            <p className={styles.reference}>{reference}</p>
          </div>
          <p className={styles.amount} data-in={cents > 0}>
            {cents > 0 ? '+' : ''}
            {euros(cents)}
          </p>
        </li>
      ))}
    </ul>
  )
}
