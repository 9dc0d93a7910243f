import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './State.module.css'

type Props = { icon: Icon; title: string; children: ReactNode; actions?: ReactNode }

/** Explains what will be here, and how to get the first one. */
export function EmptyState({ icon: Icon, title, children, actions }: Props) {
  return (
    <div className={styles.state}>
      <span className={styles.icon}>
        <Icon size={22} stroke={1.7} aria-hidden="true" />
      </span>
      <h2>{title}</h2>
      <div className={styles.text}>{children}</div>
      {actions}
    </div>
  )
}
