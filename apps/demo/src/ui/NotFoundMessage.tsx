import type { ReactNode } from 'react'
import styles from './NotFoundMessage.module.css'

/** Says that there is no page; `children` is the link to one. */
export function NotFoundMessage({ children }: { children: ReactNode }) {
  return (
    <section className={styles.message}>
      <title>Page not found</title>
      <p className={styles.status}>404</p>
      <h1>Page not found</h1>
      <p className={styles.text}>The page was moved or deleted, or its address is misspelled.</p>
      {children}
    </section>
  )
}
