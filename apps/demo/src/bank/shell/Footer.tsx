import { pageContext } from '../../page-context.ts'
import styles from './Shell.module.css'

/** What this is, and where to read how it is made. */
export function Footer() {
  return (
    <footer className={styles.footer}>
      <p>
        A demo of <a href={`${pageContext.service}/`}>Thumbturn</a>. No real bank, no real money.
      </p>
    </footer>
  )
}
