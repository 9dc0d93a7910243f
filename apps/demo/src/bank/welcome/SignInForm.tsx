import { TextInput } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { type SubmitEvent, useState } from 'react'
import { CeremonyButton } from '../../ui/CeremonyButton.tsx'
import { useCancelable } from '../../ui/cancelable.ts'
import { LiveRegion } from '../../ui/Notice.tsx'
import { useAutofill } from '../../welcome/autofill.ts'
import { Failure } from '../failures/Failure.tsx'
import { thumbturn } from '../session/session.ts'
import styles from '../shell/Form.module.css'

/** Signs in with autofill, with an address, or with neither. */
export function SignInForm() {
  const [username, setUsername] = useState('')
  const signIn = useCancelable((name: string, signal) => thumbturn.authenticateWithPasskey(name, { signal }))
  const autofill = useAutofill(!signIn.isPending, (signal) => thumbturn.authenticateWithPasskeyAutofill({ signal }))
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!signIn.isPending) signIn.mutate(username.trim())
  }
  const failure = signIn.error ?? autofill.error
  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      <TextInput
        label="Email address"
        description="Optional."
        autoComplete="username webauthn"
        autoCapitalize="none"
        spellCheck={false}
        inputMode="email"
        maxLength={256}
        size="md"
        value={username}
        onChange={(event) => setUsername(event.currentTarget.value)}
      />
      <CeremonyButton type="submit" pending={signIn.isPending} icon={IconFingerprint} onCancel={signIn.cancel}>
        Sign in with a passkey
      </CeremonyButton>
      <LiveRegion>{failure && <Failure error={failure} />}</LiveRegion>
    </form>
  )
}
