import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { TextButton } from '../../ui/TextButton.tsx'
import { thumbturn } from '../session/session.ts'
import styles from '../shell/Form.module.css'
import { StepLayout } from '../shell/StepLayout.tsx'
import { FieldForm } from './FieldForm.tsx'
import { MailedCodeForm } from './MailedCodeForm.tsx'

/**
 * Recovery after all devices are lost: an emailed code leads to a new passkey. Continues in Bank.tsx with
 * NewPasskeyPage.
 */
export function RecoverPage() {
  const [sentTo, setSentTo] = useState<string>()
  const send = useMutation({ mutationFn: (email: string) => thumbturn.requestAndSendOtp(email, { method: 'email' }) })
  const check = useMutation({ mutationFn: (code: string) => thumbturn.validateOtp(sentTo!, { code }) })
  if (sentTo !== undefined) {
    return (
      <StepLayout
        key="mail"
        next
        title="Check your email"
        lead={`If ${sentTo} is the confirmed address of an account, a code is on its way. It works once, for ten minutes.`}
      >
        <MailedCodeForm to={sentTo} checking={check} onDone={(code) => check.mutate(code)} />
        <p className={styles.aside}>
          <TextButton onClick={() => setSentTo(undefined)}>Use another address</TextButton> or{' '}
          <Link to="/">go back to the sign-in</Link>.
        </p>
      </StepLayout>
    )
  }
  return (
    <StepLayout
      title="Recover your account"
      lead="Lost all devices with your passkey? Get a code by email to create a new one."
    >
      <FieldForm
        label="Email address"
        action="Send a code"
        kind="address"
        pending={send.isPending}
        error={send.error}
        onDone={(email) => send.mutate(email, { onSuccess: () => setSentTo(email) })}
      />
      <p className={styles.aside}>
        <Link to="/">Back to the sign-in</Link>
      </p>
    </StepLayout>
  )
}
