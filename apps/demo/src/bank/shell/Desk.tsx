import type { ReactNode } from 'react'
import { useFocusOnMount } from '../../ui/focus.ts'
import styles from './Desk.module.css'

/** One matter on one narrow card: a title, a sentence, and what is to be done. A `next` one takes the focus from the one before. */
export function Desk({ title, lead, next = false, children }: DeskProps) {
  const heading = useFocusOnMount<HTMLHeadingElement>(next)
  return (
    <div className={styles.desk}>
      <h1 ref={heading} tabIndex={next ? -1 : undefined}>
        {title}
      </h1>
      {lead && <p className={styles.lead}>{lead}</p>}
      {children}
    </div>
  )
}

type DeskProps = { title: string; lead?: ReactNode; next?: boolean; children: ReactNode }

/** The buttons of a desk, the one that goes on first. */
export const DeskActions = ({ children }: { children: ReactNode }) => <div className={styles.actions}>{children}</div>
