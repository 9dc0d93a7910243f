import { Button } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { Link, NavLink, useNavigate } from 'react-router'
import { ColorSchemeToggle } from '../../ui/ColorSchemeToggle.tsx'
import { DemoTag } from '../../ui/DemoTag.tsx'
import mark from '../mark.svg'
import { thumbturn } from '../session/session.ts'
import styles from './Shell.module.css'

/** The bank's name, and a sign-out button after sign-in. */
export function Header({ inside }: { inside: boolean }) {
  return (
    <header className={`${styles.header} ${inside ? styles.inside : ''}`}>
      <Link to="/" className={styles.brand}>
        <img src={mark} alt="" width={32} height={32} />
        <span>
          Saltmarsh<span className={styles.kind}> Bank</span>
        </span>
      </Link>
      <DemoTag className={styles.tag} />
      <span className={styles.space} />
      {inside && <Navigation />}
      <ColorSchemeToggle />
      {inside && <SignOut />}
    </header>
  )
}

function Navigation() {
  return (
    <nav className={styles.places} aria-label="Places in the bank">
      <NavLink to="/" end>
        Account
      </NavLink>
      <NavLink to="/transfer">Send money</NavLink>
      <NavLink to="/security">Security</NavLink>
    </nav>
  )
}

function SignOut() {
  const navigate = useNavigate()
  const leave = async () => {
    await navigate('/')
    thumbturn.logout()
  }
  return (
    <Button
      className={styles.out}
      variant="default"
      size="sm"
      leftSection={<IconLogout size={17} stroke={1.8} aria-hidden="true" />}
      onClick={leave}
    >
      Sign out
    </Button>
  )
}
