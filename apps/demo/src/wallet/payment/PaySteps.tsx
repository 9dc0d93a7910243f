import { Button } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { CheckoutError, type RedirectedRequest, returnToMerchant } from '@thumbturn/web/wallet'
import { useState } from 'react'
import { CeremonyButton } from '../../ui/CeremonyButton.tsx'
import { LiveRegion, Notice } from '../../ui/Notice.tsx'
import { TextButton } from '../../ui/TextButton.tsx'
import { type Access, AccountForm } from '../account/AccountForm.tsx'
import { type Payment, signPayment } from './confirm.ts'
import { PaymentFailure } from './PaymentFailure.tsx'
import styles from './PaySteps.module.css'

type Step = Access | 'confirm'

/** A passkey on this device confirms at once. Users without a passkey sign in or open a wallet first. */
export function PaySteps({ payment, checkout, isKnown }: PayStepsProps) {
  const [step, setStep] = useState<Step>(isKnown ? 'confirm' : 'open')
  const [newUser, setNewUser] = useState<string>()
  const way = { returnUrl: payment.returnUrl, state: checkout.state }
  return (
    <div className={styles.steps}>
      {step === 'confirm' ? (
        <Confirm
          isFresh={newUser !== undefined}
          sign={() => signPayment(payment, checkout, newUser)}
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

type PayStepsProps = { payment: Payment; checkout: RedirectedRequest; isKnown: boolean }

function Confirm({ isFresh, sign, onSigned }: ConfirmProps) {
  const signing = useMutation({ mutationFn: sign, onSuccess: onSigned })
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
        onClick={() => signing.isPending || signing.mutate()}
      >
        Confirm with a passkey
      </CeremonyButton>
      <LiveRegion>{signing.isError && <PaymentFailure error={signing.error} />}</LiveRegion>
    </>
  )
}

type ConfirmProps = { isFresh: boolean; sign: () => Promise<string>; onSigned: (signature: string) => void }

const choices: Record<Step, string> = {
  confirm: 'I have a passkey for Pip',
  signIn: 'Sign in with my password',
  open: 'Open a wallet',
}

function Choices({ step, onChoose }: { step: Step; onChoose: (step: Step) => void }) {
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
