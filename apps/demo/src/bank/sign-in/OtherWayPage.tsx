import { Button } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { MfaDetails, MfaFactorType } from '@thumbturn/web'
import { useState } from 'react'
import { Link } from 'react-router'
import { CeremonyButton } from '../../ui/CeremonyButton.tsx'
import { useCancelable } from '../../ui/cancelable.ts'
import { LiveRegion } from '../../ui/Notice.tsx'
import { Failure } from '../failures/Failure.tsx'
import { callBank, mfa } from '../session/session.ts'
import styles from '../shell/Form.module.css'
import { StepLayout } from '../shell/StepLayout.tsx'
import { pinFormat } from '../shell/shapes.ts'
import { FieldForm } from './FieldForm.tsx'
import { MailedCodeForm } from './MailedCodeForm.tsx'

/** A multi-factor sign-in: the passkey, or an emailed code and the PIN. It continues after a page reload. */
export function OtherWayPage() {
  const [flow, setFlow] = useState<MfaDetails | undefined>(() => mfa.getMfaSessionDetails())
  const [codeSent, setCodeSent] = useState(false)
  const begin = useMutation({ mutationFn: (username: string) => mfa.beginFlow({ username }), onSuccess: setFlow })
  if (!flow) {
    return (
      <StepLayout title="Sign in another way" lead="With your passkey, or with a code by email and your PIN.">
        <FieldForm
          label="Email address"
          action="Continue"
          kind="address"
          pending={begin.isPending}
          error={begin.error}
          onDone={(username) => begin.mutate(username)}
        />
        <p className={styles.aside}>
          <Link to="/">Back to the sign-in</Link>
        </p>
      </StepLayout>
    )
  }
  const startOver = () => {
    mfa.endFlow()
    setFlow(undefined)
    setCodeSent(false)
  }
  return (
    <StepLayout title="Sign in another way" lead={flow.username}>
      <Step flow={flow} codeSent={codeSent} onCodeSent={() => setCodeSent(true)} onFlow={setFlow} />
      <p className={styles.aside}>
        <Button variant="subtle" size="compact-sm" onClick={startOver}>
          Start over
        </Button>
      </p>
    </StepLayout>
  )
}

type StepProps = {
  flow: MfaDetails
  codeSent: boolean
  onCodeSent: () => void
  onFlow: (flow: MfaDetails) => void
}

/** The step that the service requires next. */
function Step({ flow, codeSent, onCodeSent, onFlow }: StepProps) {
  const offers = (type: MfaFactorType) => flow.remainingFactors.some((factor) => factor.type === type)
  const perform = useCancelable(
    ({ type, payload }: { type: MfaFactorType; payload?: string }, signal) =>
      mfa.performAction(type, { payload, signal }),
    { onSuccess: (next, { type }) => (type === 'otp:email' ? onCodeSent() : onFlow(next)) },
  )
  const respond = (type: MfaFactorType, payload?: string) => !perform.isPending && perform.mutate({ type, payload })
  if (offers('external') && !offers('otp:email')) return <PinForm username={flow.username} onFlow={onFlow} />
  if (codeSent)
    return <MailedCodeForm to={flow.username} checking={perform} onDone={(code) => respond('otp:verify', code)} />
  return (
    <div className={styles.form}>
      {offers('passkey:auth') && (
        <CeremonyButton
          pending={perform.isPending && perform.variables.type === 'passkey:auth'}
          icon={IconFingerprint}
          onClick={() => respond('passkey:auth')}
          onCancel={perform.cancel}
        >
          Use a passkey
        </CeremonyButton>
      )}
      {offers('otp:email') && (
        <Button variant="default" size="md" onClick={() => respond('otp:email')}>
          Get a code by email
        </Button>
      )}
      <LiveRegion>{perform.isError && <Failure error={perform.error} />}</LiveRegion>
    </div>
  )
}

/** The bank verifies the PIN and asserts it to the service as the second factor. */
function PinForm({ username, onFlow }: { username: string; onFlow: (flow: MfaDetails) => void }) {
  const prove = useMutation({
    mutationFn: async (pin: string) => {
      const { token } = await callBank<{ token: string }>('POST', '/pin', { username, pin })
      return mfa.performAction('external', { payload: token })
    },
    onSuccess: onFlow,
  })
  return (
    <FieldForm
      key="pin"
      label="Your PIN"
      description="Five digits, as you chose when you opened the account."
      action="Sign in"
      kind="code"
      secret
      shape={pinFormat}
      pending={prove.isPending}
      error={prove.error}
      onDone={(pin) => prove.mutate(pin)}
    />
  )
}
