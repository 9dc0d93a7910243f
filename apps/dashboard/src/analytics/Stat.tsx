import type { ReactNode } from 'react'
import { Link } from 'react-router'
import styles from './Analytics.module.css'

type Props = { name: string; value: string | undefined; to?: string; note?: ReactNode }

/** One figure of a summary; a dash if there is nothing to compute it from. */
export function Stat({ name, value, to, note }: Props) {
  return (
    <div className={styles.stat}>
      <dt>{name}</dt>
      <dd>
        <span className={styles.figure}>
          {value === undefined ? '–' : to === undefined ? value : <Link to={to}>{value}</Link>}
        </span>
        {note && <span className={styles.note}>{note}</span>}
      </dd>
    </div>
  )
}
