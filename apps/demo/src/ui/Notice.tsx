import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './Notice.module.css'

/** The kind of a notice: information, success, or error. */
export type Tone = 'calm' | 'good' | 'bad'

const icons = { calm: IconInfoCircle, good: IconCheck, bad: IconAlertTriangle }

/** An inline message: title, sentence, and action. */
export function Notice({ tone, title, children, action }: NoticeProps) {
  const Icon = icons[tone]
  return (
    <div className={styles.notice} data-tone={tone}>
      <Icon size={20} stroke={1.8} aria-hidden="true" className={styles.icon} />
      <div className={styles.body}>
        <p className={styles.title}>{title}</p>
        {children && <div className={styles.text}>{children}</div>}
        {action && <div className={styles.action}>{action}</div>}
      </div>
    </div>
  )
}

type NoticeProps = { tone: Tone; title: string; children?: ReactNode; action?: ReactNode }

/** Region for results. Always rendered, so that screen readers announce its changes. */
export function LiveRegion({ children }: { children: ReactNode }) {
  return (
    <div role="status" aria-live="polite" className={styles.region}>
      {children}
    </div>
  )
}
