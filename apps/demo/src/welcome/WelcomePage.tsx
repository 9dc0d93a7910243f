import { Tabs } from '@mantine/core'
import { useIsMutating } from '@tanstack/react-query'
import type { EndReason } from '../session/create-session.ts'
import { useFocusOnMount } from '../ui/focus.ts'
import { LiveRegion, Notice } from '../ui/Notice.tsx'
import { LockPlate } from './LockPlate.tsx'
import { SignInForm } from './SignInForm.tsx'
import { SignUpForm } from './SignUpForm.tsx'
import { findMissingSupport } from './support.ts'
import { showView, useView, type View } from './view.ts'
import styles from './WelcomePage.module.css'

/** The welcome page: create an account or sign in. */
export function WelcomePage({ ended }: { ended?: EndReason }) {
  const heading = useFocusOnMount<HTMLHeadingElement>(Boolean(ended))
  return (
    <div className={styles.columns}>
      <div className={styles.intro}>
        <h1 ref={heading} tabIndex={-1}>
          Open the door, then look inside the lock.
        </h1>
        <p className={styles.lead}>
          Create an account with a passkey. Then see every check that the service made, and the token that it signed.
        </p>
        <Steps />
      </div>
      <Door ended={ended} />
    </div>
  )
}

function Steps() {
  return (
    <ol className={styles.steps}>
      <li>
        <strong>Create an account</strong> Your device makes a key pair and keeps the private half.
      </li>
      <li>
        <strong>Sign in</strong> The service sends a challenge, and your device signs it.
      </li>
      <li>
        <strong>Look inside</strong> All values are the real ones, from your own browser.
      </li>
    </ol>
  )
}

function Door({ ended }: { ended?: EndReason }) {
  const view = useView()
  const missing = findMissingSupport()
  const turning = useIsMutating({ mutationKey: ['ceremony'] }) > 0
  return (
    <div className={styles.door}>
      <div className={styles.edge}>
        <LockPlate turn={turning ? 'turning' : 'shut'} />
      </div>
      <div className={styles.form}>
        <Tabs value={view} onChange={(value) => showView(value as View)} keepMounted={false}>
          <Tabs.List grow aria-label="What to do">
            <Tabs.Tab value="create">Create account</Tabs.Tab>
            <Tabs.Tab value="sign-in">Sign in</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="create" className={styles.panel}>
            <SignUpForm disabled={Boolean(missing)} />
          </Tabs.Panel>
          <Tabs.Panel value="sign-in" className={styles.panel}>
            <SignInForm disabled={Boolean(missing)} />
          </Tabs.Panel>
        </Tabs>
        <LiveRegion>
          {missing && <Notice tone="bad" {...missing} />}
          {ended && !missing && <Notice {...farewells[ended]} />}
        </LiveRegion>
      </div>
    </div>
  )
}

const farewells = {
  signedOut: { tone: 'good', title: 'You are signed out', children: 'Your passkey is still on this device.' },
  expired: { tone: 'calm', title: 'Your session has ended', children: 'The token ran out. Sign in again to continue.' },
  rejected: { tone: 'calm', title: 'Your session has ended', children: 'The service no longer accepts the token.' },
  passkeyDeleted: {
    tone: 'calm',
    title: 'Passkey deleted, session ended',
    children: 'You had signed in with that passkey, so its tokens stopped working, too.',
  },
} as const
