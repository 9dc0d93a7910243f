import type { ReactNode } from 'react'
import styles from './WithContents.module.css'

/** A long page beside what leads to its parts, which stays in view on a wide screen. */
export function WithContents({ contents, children }: { contents: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.columns}>
      <div className={styles.contents}>{contents}</div>
      <div className={styles.main}>{children}</div>
    </div>
  )
}
