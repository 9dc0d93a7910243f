import { type ReactNode, useId } from 'react'
import styles from './Panel.module.css'

/** A titled section; `aside` is shown opposite the title. */
export function Panel({ title, lead, aside, children }: PanelProps) {
  const id = useId()
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <header className={styles.head}>
        <div>
          <h2 id={id}>{title}</h2>
          {lead && <p className={styles.lead}>{lead}</p>}
        </div>
        {aside}
      </header>
      {children}
    </section>
  )
}

type PanelProps = { title: string; lead?: ReactNode; aside?: ReactNode; children: ReactNode }
