import type { ReactNode } from 'react'
import styles from './Desk.module.css'

/** One matter on one narrow card: a title, a sentence, and what is to be done. */
export function Desk({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.desk}>
      <h1>{title}</h1>
      {lead && <p className={styles.lead}>{lead}</p>}
      {children}
    </div>
  )
}
