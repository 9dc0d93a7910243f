import type { ReactNode } from 'react'
import styles from './TextButton.module.css'

/** A button that looks like a link. */
export const TextButton = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <button type="button" className={styles.button} onClick={onClick}>
    {children}
  </button>
)
