import { pageContext } from '../../page-context.ts'
import { DemoLinks } from '../../ui/DemoLinks.tsx'
import styles from './Shell.module.css'

/** What this page is, with links to its documentation. */
export function Footer() {
  return (
    <footer className={styles.footer}>
      <p>
        A demo of <a href={`${pageContext.service}/`}>Thumbturn</a>. No real bank, no real money.
      </p>
      <DemoLinks current="bank" />
    </footer>
  )
}
