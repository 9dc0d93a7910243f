import { Button } from '@mantine/core'
import { Link } from 'react-router'
import type { EndReason } from '../../session/create-session.ts'
import { useFocusOnMount } from '../../ui/focus.ts'
import { LiveRegion, Notice } from '../../ui/Notice.tsx'
import formStyles from '../shell/Form.module.css'
import { SignInForm } from './SignInForm.tsx'
import styles from './WelcomePage.module.css'

/** The bank's welcome page: sign in, or open an account. */
export function WelcomePage({ ended }: { ended?: EndReason }) {
  const heading = useFocusOnMount<HTMLHeadingElement>(Boolean(ended))
  return (
    <div className={styles.columns}>
      <div className={styles.intro}>
        <h1 ref={heading} tabIndex={-1}>
          A bank with nothing to remember.
        </h1>
        <p className={styles.lead}>
          You sign in with a passkey, and every transfer leaves only after your device has signed its amount and its
          payee.
        </p>
        <Button component={Link} to="/open" variant="default" size="md" mt="lg">
          Open an account
        </Button>
      </div>
      <div className={styles.card}>
        <h2>Sign in</h2>
        <SignInForm />
        <ul className={formStyles.links}>
          <li>
            <Link to="/new-device">My passkey is on another device</Link>
          </li>
          <li>
            <Link to="/other-way">Sign in with a code and my PIN</Link>
          </li>
          <li>
            <Link to="/recover">I have lost all my devices</Link>
          </li>
        </ul>
        <LiveRegion>{ended && <Notice {...farewells[ended]} />}</LiveRegion>
      </div>
    </div>
  )
}

const farewells = {
  signedOut: { tone: 'good', title: 'You are signed out', children: 'See you soon.' },
  expired: { tone: 'calm', title: 'You were signed out', children: 'Ten minutes are over. Sign in again to continue.' },
  rejected: {
    tone: 'calm',
    title: 'You were signed out',
    children: 'Your session has ended. Sign in again to continue.',
  },
  passkeyDeleted: {
    tone: 'calm',
    title: 'Passkey deleted',
    children: 'It had signed you in, so you are signed out, too.',
  },
} as const
