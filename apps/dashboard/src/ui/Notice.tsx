import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './Notice.module.css'

const icons = { info: IconInfoCircle, good: IconCircleCheck, warning: IconAlertTriangle, danger: IconAlertTriangle }

type Props = { kind: keyof typeof icons; title?: string; children?: ReactNode; actions?: ReactNode }

/** A message within a page. Dangers are announced to screen readers. */
export function Notice({ kind, title, children, actions }: Props) {
  const Icon = icons[kind]
  return (
    <div className={styles.notice} data-kind={kind} role={kind === 'danger' ? 'alert' : undefined}>
      <Icon size={18} stroke={1.8} aria-hidden="true" className={styles.icon} />
      <div className={styles.text}>
        {title && <p className={styles.title}>{title}</p>}
        {children}
      </div>
      {actions}
    </div>
  )
}
