import { TextInput } from '@mantine/core'
import { IconBolt, IconFingerprint } from '@tabler/icons-react'
import { type SubmitEvent, useState } from 'react'
import { Failure } from '../failures/Failure.tsx'
import { thumbturn } from '../session/thumbturn.ts'
import { CeremonyButton } from '../ui/CeremonyButton.tsx'
import { useCancelable } from '../ui/cancelable.ts'
import { LiveRegion, Notice } from '../ui/Notice.tsx'
import { useAutofill } from './autofill.ts'
import { useImmediateSignIn } from './immediate.ts'
import { rememberVisit } from './view.ts'
import styles from './WelcomePage.module.css'

/** Signs in with autofill, with a username, with neither, or at once if a passkey is on this device. */
export function SignInForm({ disabled }: { disabled: boolean }) {
  const [username, setUsername] = useState('')
  const signIn = useCancelable(signInAs, { mutationKey: ['ceremony'], onSuccess: rememberVisit })
  const immediate = useImmediateSignIn()
  const isBusy = signIn.isPending || immediate.isPending
  const autofill = useAutofill(!disabled && !isBusy, signInByAutofill)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!isBusy) signIn.mutate(username.trim())
  }
  const failure = signIn.error ?? immediate.error ?? autofill.error
  return (
    <form onSubmit={submit} noValidate>
      <TextInput
        label="Username"
        description="Optional."
        name="username"
        autoComplete="username webauthn"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={256}
        size="md"
        value={username}
        onChange={(event) => setUsername(event.currentTarget.value)}
      />
      <div className={styles.actions}>
        <CeremonyButton
          type="submit"
          pending={signIn.isPending}
          disabled={disabled}
          icon={IconFingerprint}
          onCancel={signIn.cancel}
        >
          Sign in with a passkey
        </CeremonyButton>
        {immediate.isOffered && <ImmediateButton immediate={immediate} isBusy={isBusy} disabled={disabled} />}
      </div>
      <p className={styles.note}>Without a username, your device shows its passkeys for this page.</p>
      <LiveRegion>
        {failure && <Failure error={failure} />}
        {!failure && immediate.isMissing && !isBusy && (
          <Notice tone="calm" title="No passkey was used">
            This device has none for this page, or you closed its dialog. Sign in with a phone or a security key by the
            first button, or create an account.
          </Notice>
        )}
      </LiveRegion>
    </form>
  )
}

type ImmediateProps = { immediate: ReturnType<typeof useImmediateSignIn>; isBusy: boolean; disabled: boolean }

function ImmediateButton({ immediate, isBusy, disabled }: ImmediateProps) {
  return (
    <CeremonyButton
      type="button"
      variant="default"
      pending={immediate.isPending}
      disabled={disabled}
      icon={IconBolt}
      onClick={() => !isBusy && immediate.start()}
      onCancel={immediate.cancel}
    >
      Only passkeys on this device
    </CeremonyButton>
  )
}

/** Without a username, the user chooses among the passkeys of this site. */
async function signInAs(username: string, signal: AbortSignal): Promise<void> {
  await thumbturn.authenticateWithPasskey(username, { signal })
}

async function signInByAutofill(signal: AbortSignal): Promise<void> {
  await thumbturn.authenticateWithPasskeyAutofill({ signal })
  rememberVisit()
}
