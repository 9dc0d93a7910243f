import { pageContext } from '../../page-context.ts'
import styles from './Shell.module.css'

/** What this page is, with links to its documentation. */
export function Footer() {
  return (
    <footer className={styles.footer}>
      <p>
        A demo of <a href={`${pageContext.service}/`}>Thumbturn</a>. No real bank, no real money.
      </p>
    </footer>
  )
}
