import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { ErrorNotice } from '../ui/ErrorNotice.tsx'
import styles from './Entrance.module.css'
import { Entrance } from './Entrance.tsx'
import { SsoSignIn } from './SsoSignIn.tsx'
import { signIn } from './session.ts'

/** Signs a member in. The page that was asked for is shown afterward. */
export function SignInPage() {
  const { t } = useLingui()
  const { mutate, isPending, error } = useMutation({ mutationFn: signIn, meta: { quiet: true } })
  return (
    <Entrance title={t`Sign in to Thumbturn`} turning={isPending}>
      <p className={styles.lead}>
        <Trans>Members of this installation sign in with a passkey.</Trans>
      </p>
      <ErrorNotice error={error} />
      <Button
        size="md"
        fullWidth
        loading={isPending}
        leftSection={<IconFingerprint size={18} stroke={1.8} aria-hidden="true" />}
        onClick={() => mutate()}
      >
        <Trans>Sign in with a passkey</Trans>
      </Button>
      <SsoSignIn />
      <details className={styles.help}>
        <summary>
          <Trans>I don’t have a passkey here</Trans>
        </summary>
        <p>
          <Trans>
            Ask an owner for an invitation. On a new installation, open the setup link that the service printed when it
            started. The command <code>setup-link</code> prints it again on the server.
          </Trans>
        </p>
        <p>
          <Trans>
            An owner who lost every passkey gets a recovery link with the command <code>member recover</code> on the
            server.
          </Trans>
        </p>
      </details>
    </Entrance>
  )
}
