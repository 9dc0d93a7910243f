import { pageContext } from '../../page-context.ts'
import { DemoLinks } from '../../ui/DemoLinks.tsx'
import styles from './Shell.module.css'

/** A description of this page, with links to its documentation. */
export function Footer() {
  return (
    <footer className={styles.footer}>
      <p>
        A demo of <a href={`${pageContext.service}/user-scenario/checkout/overview/`}>Thumbturn</a>. No pots, no money:
        the passkeys and the checks are real.
      </p>
      <DemoLinks current="shop" />
    </footer>
  )
}
