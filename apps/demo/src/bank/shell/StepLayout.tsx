import type { ReactNode } from 'react'
import { useFocusOnMount } from '../../ui/focus.ts'
import styles from './StepLayout.module.css'

/** One matter on one narrow card: a title, a sentence, and what is to be done. A `next` one takes the focus from the one before. */
export function StepLayout({ title, lead, next = false, children }: StepLayoutProps) {
  const heading = useFocusOnMount<HTMLHeadingElement>(next)
  return (
    <div className={styles.step}>
      <h1 ref={heading} tabIndex={next ? -1 : undefined}>
        {title}
      </h1>
      {lead && <p className={styles.lead}>{lead}</p>}
      {children}
    </div>
  )
}

type StepLayoutProps = { title: string; lead?: ReactNode; next?: boolean; children: ReactNode }

/** The buttons of a step; the primary one comes first. */
export const StepActions = ({ children }: { children: ReactNode }) => <div className={styles.actions}>{children}</div>
