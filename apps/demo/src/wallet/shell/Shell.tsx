import { Outlet } from 'react-router'
import { pageContext } from '../../page-context.ts'
import { ColorSchemeToggle } from '../../ui/ColorSchemeToggle.tsx'
import { DemoLinks } from '../../ui/DemoLinks.tsx'
import mark from '../mark.svg'
import styles from './Shell.module.css'

/** Layout of the wallet's own pages. */
export function Shell() {
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <img src={mark} alt="" width={34} height={34} />
        <span className={styles.name}>Pip</span>
        <span className={styles.tag}>Demo wallet</span>
        <span className={styles.space} />
        <ColorSchemeToggle />
      </header>
      <main className={styles.main}>
        <Outlet />
      </main>
      <footer className={styles.footer}>
        <p>
          A demo of <a href={`${pageContext.service}/user-scenario/checkout/wallet/`}>Thumbturn</a>. There is no money
          in it.
        </p>
        <DemoLinks current="wallet" />
      </footer>
    </div>
  )
}
