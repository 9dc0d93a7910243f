import { TextInput } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { CeremonyButton } from '../../ui/CeremonyButton.tsx'
import { useCancelable } from '../../ui/cancelable.ts'
import { LiveRegion } from '../../ui/Notice.tsx'
import { announce } from '../../ui/Toast.tsx'
import { Failure } from '../failures/Failure.tsx'
import { callBank, thumbturn } from '../session/session.ts'
import styles from '../shell/Form.module.css'
import { StepLayout } from '../shell/StepLayout.tsx'
import { addressFormat, pinFormat } from '../shell/shapes.ts'

type AccountRequest = { name: string; email: string; pin: string }

/** Opens an account: the bank grants the passkey, the device creates it, and the bank stores the account. */
export function OpenPage() {
  const [wish, setWish] = useState<AccountRequest>({
    name: '',
    email: thumbturn.getSessionInfo()?.username ?? '',
    pin: '',
  })
  const [checked, setChecked] = useState(false)
  const open = useOpening()
  const complete = wish.name.trim() && addressFormat.pattern.test(wish.email) && pinFormat.pattern.test(wish.pin)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setChecked(true)
    if (complete && !open.isPending) open.mutate({ ...wish, name: wish.name.trim(), email: wish.email.trim() })
  }
  return (
    <StepLayout
      title="Open an account"
      lead="Your device keeps the key to it. There is no password to choose or to lose."
    >
      <form onSubmit={submit} noValidate className={styles.form}>
        <Fields wish={wish} onChange={setWish} checked={checked} />
        <CeremonyButton type="submit" pending={open.isPending} icon={IconFingerprint} onCancel={open.cancel}>
          Create a passkey
        </CeremonyButton>
        <LiveRegion>{open.isError && <Failure error={open.error} />}</LiveRegion>
      </form>
      <p className={styles.aside}>
        Already a customer? <Link to="/">Sign in</Link>
      </p>
    </StepLayout>
  )
}

type FieldsProps = { wish: AccountRequest; onChange: (wish: AccountRequest) => void; checked: boolean }

function Fields({ wish, onChange, checked }: FieldsProps) {
  const shared = { required: true, withAsterisk: false, size: 'md' } as const
  return (
    <>
      <TextInput
        {...shared}
        label="Name"
        autoComplete="name"
        maxLength={100}
        value={wish.name}
        onChange={(event) => onChange({ ...wish, name: event.currentTarget.value })}
        error={checked && !wish.name.trim() && 'Enter your name.'}
      />
      <TextInput
        {...shared}
        label="Email address"
        description="This demo sends no email. You read your mail here."
        type="email"
        autoComplete="email"
        maxLength={256}
        value={wish.email}
        onChange={(event) => onChange({ ...wish, email: event.currentTarget.value })}
        error={checked && !addressFormat.pattern.test(wish.email) && addressFormat.otherwise}
      />
      <TextInput
        {...shared}
        label="Five-digit PIN"
        description="For when you don’t have your passkey with you."
        type="password"
        inputMode="numeric"
        autoComplete="off"
        maxLength={5}
        value={wish.pin}
        onChange={(event) => onChange({ ...wish, pin: event.currentTarget.value })}
        error={checked && !pinFormat.pattern.test(wish.pin) && pinFormat.otherwise}
      />
    </>
  )
}

function useOpening() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return useCancelable(
    async ({ name, email, pin }: AccountRequest, signal) => {
      // A user who already created the passkey, but was interrupted, continues from here.
      if (thumbturn.getSessionInfo()?.username !== email) {
        const { token } = await callBank<{ token: string }>('POST', '/sign-up', { email })
        await thumbturn.createPasskey(email, { token, displayName: name, usernameType: 'email', payment: true, signal })
      }
      await callBank('POST', '/customers', { name, pin })
    },
    {
      onSuccess: async () => {
        queries.removeQueries()
        announce('Your account is open.')
        // Going back must not show the form for an existing account.
        await navigate('/', { replace: true })
      },
    },
  )
}
