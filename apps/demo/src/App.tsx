import { Button } from '@mantine/core'
import { useIsMutating } from '@tanstack/react-query'
import { Logo } from '@thumbturn/ui/Logo.tsx'
import styles from './App.module.css'
import { AccountPage } from './account/AccountPage.tsx'
import { ConnectionNotice, ConnectionStatus } from './connection/ConnectionStatus.tsx'
import { useSession } from './session/session.ts'
import { ColorSchemeToggle } from './ui/ColorSchemeToggle.tsx'
import { DemoTag } from './ui/DemoTag.tsx'
import { NotFoundMessage } from './ui/NotFoundMessage.tsx'
import { SiteLinks } from './ui/SiteLinks.tsx'
import { Toast } from './ui/Toast.tsx'
import { WelcomePage } from './welcome/WelcomePage.tsx'

// The service sends this page with status 404 for every path that it doesn't have.
const home = import.meta.env.BASE_URL
const isUnknownPath = ![home, `${home}index.html`].includes(location.pathname)

/** The welcome page, or the account page after sign-in. */
export function App() {
  const { token, ended } = useSession()
  return (
    <div className={styles.page}>
      <Header signedIn={Boolean(token)} />
      <main className={styles.main}>
        <ConnectionNotice />
        {isUnknownPath ? <NotFound /> : token ? <AccountPage token={token} /> : <WelcomePage ended={ended} />}
      </main>
      <footer className={styles.footer}>
        <ConnectionStatus />
      </footer>
      <Toast />
    </div>
  )
}

function Header({ signedIn }: { signedIn: boolean }) {
  const turning = useIsMutating({ mutationKey: ['ceremony'] }) > 0
  return (
    <header className={styles.header}>
      <div className={styles.brand}>
        <Logo turn={turning ? 'turning' : signedIn ? 'open' : 'shut'} size={30} />
        <span className={styles.name}>Thumbturn</span>
        <DemoTag />
      </div>
      <SiteLinks />
      <ColorSchemeToggle />
    </header>
  )
}

function NotFound() {
  return (
    <NotFoundMessage>
      <Button variant="default" component="a" href={home}>
        Go to the demo
      </Button>
    </NotFoundMessage>
  )
}
