import { Button } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useEffect } from 'react'
import { CeremonyButton } from '../../ui/CeremonyButton.tsx'
import { useCancelable } from '../../ui/cancelable.ts'
import { LiveRegion } from '../../ui/Notice.tsx'
import { announce } from '../../ui/Toast.tsx'
import { Failure } from '../failures/Failure.tsx'
import { thumbturn } from '../session/session.ts'
import { StepActions, StepLayout } from '../shell/StepLayout.tsx'

const hasPasskey = () => announce('This device has a passkey now.')

/** After a sign-in with a code, the user can only create a passkey on this device. */
export function NewPasskeyPage() {
  const username = thumbturn.getSessionInfo()?.username ?? ''
  useUpgrade(username)
  const create = useCancelable(
    (_: undefined, signal) => thumbturn.createPasskey(username, { usernameType: 'email', payment: true, signal }),
    { onSuccess: hasPasskey },
  )
  return (
    <StepLayout
      title="A passkey for this device"
      lead={`The code was right, ${username}. From now on this device lets you in.`}
      next
    >
      <StepActions>
        <CeremonyButton
          pending={create.isPending}
          icon={IconFingerprint}
          onClick={() => !create.isPending && create.mutate(undefined)}
          onCancel={create.cancel}
        >
          Create a passkey
        </CeremonyButton>
        <Button variant="default" size="md" onClick={() => thumbturn.logout()}>
          Not now
        </Button>
      </StepActions>
      <LiveRegion>{create.isError && <Failure error={create.error} />}</LiveRegion>
    </StepLayout>
  )
}

/** Some browsers create the passkey without a dialog. The button aborts that and asks the user. */
function useUpgrade(username: string) {
  useEffect(() => {
    const leaving = new AbortController()
    thumbturn.upgradeToPasskey(username, { usernameType: 'email', payment: true, signal: leaving.signal }).then(
      (upgraded) => upgraded && hasPasskey(),
      // The user still has the button, which says what failed.
      () => {},
    )
    return () => leaving.abort()
  }, [username])
}
