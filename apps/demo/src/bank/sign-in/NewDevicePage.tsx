import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { thumbturn } from '../session/session.ts'
import styles from '../shell/Form.module.css'
import { StepLayout } from '../shell/StepLayout.tsx'
import { FieldForm } from './FieldForm.tsx'

/** A new device next to a signed-in device that shows a code. */
export function NewDevicePage() {
  const [email, setEmail] = useState<string>()
  const check = useMutation({ mutationFn: (code: string) => thumbturn.validateOtp(email!, { code }) })
  return (
    <StepLayout
      title="New device"
      lead="On the device that has your passkey, sign in and open Security. Press “Show a code” there, and type it in here."
    >
      {email === undefined ? (
        <FieldForm
          label="Email address"
          action="Continue"
          kind="address"
          pending={false}
          error={undefined}
          onDone={setEmail}
        />
      ) : (
        <FieldForm
          key="code"
          label="Code from your other device"
          action="Continue"
          kind="code"
          pending={check.isPending}
          error={check.error}
          onDone={(code) => check.mutate(code)}
        />
      )}
      <p className={styles.aside}>
        <Link to="/">Back to the sign-in</Link>
      </p>
    </StepLayout>
  )
}
