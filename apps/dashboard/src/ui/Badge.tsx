import type { ReactNode } from 'react'
import styles from './Badge.module.css'

/** A state in one or two words. */
export function Badge({
  kind = 'neutral',
  children,
}: {
  kind?: 'neutral' | 'good' | 'warning' | 'danger'
  children: ReactNode
}) {
  return (
    <span className={styles.badge} data-kind={kind}>
      {children}
    </span>
  )
}
