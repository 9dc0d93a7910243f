import { Button } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { CeremonyButton } from '../../ui/CeremonyButton.tsx'
import { useFocusOnMount } from '../../ui/focus.ts'
import { LiveRegion } from '../../ui/Notice.tsx'
import { announce } from '../../ui/Toast.tsx'
import { Failure } from '../failures/Failure.tsx'
import { thumbturn } from '../session/session.ts'
import deskStyles from '../shell/Desk.module.css'
import styles from '../transfer/Transfer.module.css'

/** Whoever came by a code may do one thing: create a passkey on this device. */
export function NewPasskeyPage() {
  const heading = useFocusOnMount<HTMLHeadingElement>(true)
  const username = thumbturn.getSessionInfo()?.username ?? ''
  const create = useMutation({
    mutationFn: () => thumbturn.createPasskey(username, { usernameType: 'email' }),
    onSuccess: () => announce('This device has a passkey now.'),
  })
  return (
    <div className={deskStyles.desk}>
      <h1 ref={heading} tabIndex={-1}>
        A passkey for this device
      </h1>
      <p className={deskStyles.lead}>The code was right, {username}. From now on this device lets you in.</p>
      <div className={styles.actions}>
        <CeremonyButton
          pending={create.isPending}
          icon={IconFingerprint}
          onClick={() => !create.isPending && create.mutate()}
        >
          Create a passkey
        </CeremonyButton>
        <Button variant="default" size="md" onClick={() => thumbturn.logout()}>
          Not now
        </Button>
      </div>
      <LiveRegion>{create.isError && <Failure error={create.error} />}</LiveRegion>
    </div>
  )
}
