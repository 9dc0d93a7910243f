import { Button } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useState } from 'react'
import { pageContext } from '../../page-context.ts'
import { CeremonyButton } from '../../ui/CeremonyButton.tsx'
import { useCancelable } from '../../ui/cancelable.ts'
import { LiveRegion } from '../../ui/Notice.tsx'
import { type Access, AccountForm } from '../account/AccountForm.tsx'
import { PaymentFailure } from '../payment/PaymentFailure.tsx'
import { wallet } from '../session.ts'
import { Activity } from './Activity.tsx'
import styles from './HomePage.module.css'

/** The wallet's own page: sign in, and see past payments. */
export function HomePage() {
  const [access, setAccess] = useState<Access>()
  const [isIn, setIn] = useState(() => wallet.client.tokenStore.get() !== undefined)
  if (isIn) return <Activity onLeave={() => setIn(false)} />
  return (
    <>
      <div className={styles.hero}>
        <h1>Pay with a touch.</h1>
        <p>
          Pip asks before every payment, and only your passkey can answer. Try it in{' '}
          <a href={`${pageContext.addresses.shop}/`}>a shop</a>.
        </p>
      </div>
      <section className={styles.card} aria-label="Your wallet">
        {access ? (
          <AccountForm key={access} access={access} onPasskey={() => setIn(true)} />
        ) : (
          <SignIn onSignedIn={() => setIn(true)} />
        )}
        <div className={styles.choices}>
          {access !== 'open' && (
            <Button variant="default" onClick={() => setAccess('open')}>
              Open a wallet
            </Button>
          )}
          {access !== 'signIn' && (
            <Button variant="default" onClick={() => setAccess('signIn')}>
              Sign in with a password
            </Button>
          )}
          {access && (
            <Button variant="default" onClick={() => setAccess(undefined)}>
              Sign in with a passkey
            </Button>
          )}
        </div>
      </section>
    </>
  )
}

async function signIn(_: undefined, signal: AbortSignal): Promise<void> {
  await wallet.beginFlow()
  await wallet.performAction('passkey:auth', { signal })
}

function SignIn({ onSignedIn }: { onSignedIn: () => void }) {
  const signing = useCancelable(signIn, { onSuccess: onSignedIn })
  return (
    <div className={styles.signIn}>
      <CeremonyButton
        pending={signing.isPending}
        icon={IconFingerprint}
        onClick={() => signing.isPending || signing.mutate(undefined)}
        onCancel={signing.cancel}
      >
        Sign in with your passkey
      </CeremonyButton>
      <LiveRegion>{signing.isError && <PaymentFailure error={signing.error} />}</LiveRegion>
    </div>
  )
}
