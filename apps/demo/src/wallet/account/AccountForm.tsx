import { TextInput } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import type { CheckoutRequest } from '@thumbturn/web/wallet'
import { type FormEvent, useState } from 'react'
import { CeremonyButton } from '../../ui/CeremonyButton.tsx'
import { useCancelable } from '../../ui/cancelable.ts'
import { LiveRegion } from '../../ui/Notice.tsx'
import { PaymentFailure } from '../payment/PaymentFailure.tsx'
import styles from './AccountForm.module.css'
import { type AccountInput, createPasskey, isWaitingForPasskey, verifyIdentity } from './access.ts'

/** Opens a wallet, or signs in without a passkey. */
export type Access = 'open' | 'signIn'

const words = {
  open: { title: 'Open your wallet', button: 'Open, and create a passkey' },
  signIn: { title: 'Sign in with your password', button: 'Sign in, and create a passkey here' },
}

/** Both end with a passkey on this device, after which the password is no longer needed here. */
export function AccountForm({ access, checkout, onPasskey }: AccountFormProps) {
  const [isProved, setProved] = useState(false)
  const entering = useCancelable(
    async (input: AccountInput, signal) => {
      if (!isProved || !isWaitingForPasskey()) await verifyIdentity(input, checkout)
      setProved(true)
      await createPasskey(signal)
      return input.email
    },
    { onSuccess: onPasskey },
  )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>
    if (!entering.isPending) entering.mutate(fields as AccountInput)
  }
  const { title, button } = words[access]
  return (
    <form className={styles.form} onSubmit={submit} aria-label={title}>
      <h2>{title}</h2>
      {access === 'open' && (
        <TextInput
          name="name"
          label="Name"
          required
          withAsterisk={false}
          maxLength={60}
          autoComplete="name"
          size="md"
        />
      )}
      <TextInput
        name="email"
        label="Email address"
        type="email"
        required
        withAsterisk={false}
        maxLength={254}
        autoComplete="username"
        size="md"
      />
      <TextInput
        name="password"
        type="password"
        label="Password"
        description={access === 'open' ? 'Ten characters or more: for the day when no passkey is at hand.' : undefined}
        required
        withAsterisk={false}
        minLength={access === 'open' ? 10 : undefined}
        autoComplete={access === 'open' ? 'new-password' : 'current-password'}
        size="md"
      />
      <CeremonyButton type="submit" pending={entering.isPending} icon={IconFingerprint} onCancel={entering.cancel}>
        {isProved && entering.isError ? 'Create the passkey' : button}
      </CeremonyButton>
      <LiveRegion>{entering.isError && <PaymentFailure error={entering.error} />}</LiveRegion>
    </form>
  )
}

type AccountFormProps = { access: Access; checkout?: CheckoutRequest; onPasskey: (username: string) => void }
