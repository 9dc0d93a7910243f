import { TextInput } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { type SubmitEvent, useRef, useState } from 'react'
import { Failure } from '../failures/Failure.tsx'
import { thumbturn } from '../session/thumbturn.ts'
import { CeremonyButton } from '../ui/CeremonyButton.tsx'
import { useCancelable } from '../ui/cancelable.ts'
import { LiveRegion } from '../ui/Notice.tsx'
import { rememberVisit, showView } from './view.ts'
import styles from './WelcomePage.module.css'

/** Creates an account: a username with a passkey. */
export function SignUpForm({ disabled }: { disabled: boolean }) {
  const [username, setUsername] = useState('')
  const [missing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const signUp = useCancelable((name: string, signal) => thumbturn.createPasskey(name, { displayName: name, signal }), {
    mutationKey: ['ceremony'],
    onSuccess: rememberVisit,
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const name = username.trim()
    setMissing(!name)
    if (!name) field.current?.focus()
    if (name && !signUp.isPending) signUp.mutate(name)
  }
  return (
    <form onSubmit={submit} noValidate>
      <TextInput
        ref={field}
        label="Username"
        description="Any name works."
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        withAsterisk={false}
        maxLength={256}
        size="md"
        value={username}
        onChange={(event) => setUsername(event.currentTarget.value)}
        error={missing && 'Enter a username.'}
      />
      <div className={styles.actions}>
        <CeremonyButton
          type="submit"
          pending={signUp.isPending}
          disabled={disabled}
          icon={IconFingerprint}
          onCancel={signUp.cancel}
        >
          Create a passkey
        </CeremonyButton>
      </div>
      <p className={styles.note}>
        No password and no email. Your device asks for a fingerprint, a face, or a PIN, and keeps it to itself.
      </p>
      <LiveRegion>{signUp.isError && <Failure error={signUp.error} onSignIn={() => showView('sign-in')} />}</LiveRegion>
    </form>
  )
}
