import { Button } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { CheckoutError, type RedirectedRequest, returnToMerchant } from '@thumbturn/web/wallet'
import { useState } from 'react'
import { CeremonyButton } from '../../ui/CeremonyButton.tsx'
import { useCancelable } from '../../ui/cancelable.ts'
import { LiveRegion, Notice } from '../../ui/Notice.tsx'
import { TextButton } from '../../ui/TextButton.tsx'
import { type Access, AccountForm } from '../account/AccountForm.tsx'
import { type Payment, signPayment } from './confirm.ts'
import { PaymentFailure } from './PaymentFailure.tsx'
import styles from './PaySteps.module.css'

type Step = Access | 'confirm'

/**
 * A passkey on this device confirms at once, and is what users are asked for first. Users without one sign in or open a
 * wallet.
 */
export function PaySteps({ payment, checkout }: PayStepsProps) {
  const [step, setStep] = useState<Step>('confirm')
  const [newUser, setNewUser] = useState<string>()
  const way = { returnUrl: payment.returnUrl, state: checkout.state }
  return (
    <div className={styles.steps}>
      {step === 'confirm' ? (
        <Confirm
          isFresh={newUser !== undefined}
          sign={(signal) => signPayment(payment, checkout, { username: newUser, signal })}
          onSigned={(payloadSignature) => returnToMerchant(way, { payloadSignature })}
        />
      ) : (
        <AccountForm
          key={step}
          access={step}
          checkout={checkout}
          onPasskey={(username) => {
            setNewUser(username)
            setStep('confirm')
          }}
        />
      )}
      {newUser === undefined && <Choices step={step} onChoose={setStep} />}
      <div className={styles.leave}>
        <Button variant="default" onClick={() => returnToMerchant(way, new CheckoutError('ERROR_CHECKOUT_CANCELLED'))}>
          Cancel
        </Button>
        <Button variant="default" onClick={() => returnToMerchant(way, { fallback: true })}>
          Pay another way
        </Button>
      </div>
    </div>
  )
}

type PayStepsProps = { payment: Payment; checkout: RedirectedRequest }

function Confirm({ isFresh, sign, onSigned }: ConfirmProps) {
  const signing = useCancelable((_: undefined, signal) => sign(signal), { onSuccess: onSigned })
  return (
    <>
      {isFresh && (
        <Notice tone="good" title="Your passkey is ready">
          Now confirm the payment with it.
        </Notice>
      )}
      <CeremonyButton
        pending={signing.isPending}
        icon={IconFingerprint}
        onClick={() => signing.isPending || signing.mutate(undefined)}
        onCancel={signing.cancel}
      >
        Confirm with a passkey
      </CeremonyButton>
      <LiveRegion>{signing.isError && <PaymentFailure error={signing.error} />}</LiveRegion>
    </>
  )
}

type ConfirmProps = {
  isFresh: boolean
  sign: (signal: AbortSignal) => Promise<string>
  onSigned: (signature: string) => void
}

const choices: Record<Step, string> = {
  confirm: 'I have a passkey for Pip',
  signIn: 'Sign in with my password',
  open: 'Open a wallet',
}

/** The other steps, less prominent than the passkey and than the way back to the shop. */
function Choices({ step, onChoose }: ChoicesProps) {
  const others = (Object.keys(choices) as Step[]).filter((choice) => choice !== step)
  return (
    <p className={styles.choices}>
      {others.map((choice) => (
        <TextButton key={choice} onClick={() => onChoose(choice)}>
          {choices[choice]}
        </TextButton>
      ))}
    </p>
  )
}

type ChoicesProps = { step: Step; onChoose: (step: Step) => void }
