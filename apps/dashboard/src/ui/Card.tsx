import type { ReactNode } from 'react'
import { useId } from 'react'
import styles from './Card.module.css'
import { clsx } from './clsx.ts'

type Props = {
  title?: string
  description?: ReactNode
  actions?: ReactNode
  /** `flush`: the content reaches the edges, as a table does. */
  flush?: boolean
  children?: ReactNode
}

/** A part of a page on its own surface, with a heading if it has a title. */
export function Card({ title, description, actions, flush = false, children }: Props) {
  const id = useId()
  return (
    <section className={styles.card} aria-labelledby={title === undefined ? undefined : id}>
      {title !== undefined && (
        <div className={clsx(styles.head, flush && styles.divided)}>
          <div className={styles.heading}>
            <h2 id={id}>{title}</h2>
            {description && <p className={styles.description}>{description}</p>}
          </div>
          {actions && <div className={styles.actions}>{actions}</div>}
        </div>
      )}
      {children && <div className={flush ? styles.flush : styles.body}>{children}</div>}
    </section>
  )
}
