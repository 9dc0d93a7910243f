import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './Notice.module.css'

/** What a notice is about: a calm remark, a success, or something that went wrong. */
export type Tone = 'calm' | 'good' | 'bad'

const icons = { calm: IconInfoCircle, good: IconCheck, bad: IconAlertTriangle }

/** One message in place: a title, a sentence, and what can be done about it. */
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

/** Where results appear. Always in the page, so that screen readers announce what is put into it. */
export function LiveRegion({ children }: { children: ReactNode }) {
  return (
    <div role="status" aria-live="polite" className={styles.region}>
      {children}
    </div>
  )
}
