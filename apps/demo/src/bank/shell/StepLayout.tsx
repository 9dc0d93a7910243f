import type { ReactNode } from 'react'
import { useFocusOnMount } from '../../ui/focus.ts'
import styles from './StepLayout.module.css'

/** One step on a narrow card: title, sentence, actions. A `next` step takes the focus. */
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

/** The buttons of a step, the primary one first. */
export const StepActions = ({ children }: { children: ReactNode }) => <div className={styles.actions}>{children}</div>
