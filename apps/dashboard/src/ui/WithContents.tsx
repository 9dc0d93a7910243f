import type { ReactNode } from 'react'
import styles from './WithContents.module.css'

/** A long page next to links to its parts, which stay in view on a wide screen. */
export function WithContents({ contents, children }: { contents: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.columns}>
      <div className={styles.contents}>{contents}</div>
      <div className={styles.main}>{children}</div>
    </div>
  )
}
