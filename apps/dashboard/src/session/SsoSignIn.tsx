import { Trans, useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { IconLogin2 } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useLocation } from 'react-router'
import { ErrorNotice } from '../ui/ErrorNotice.tsx'
import styles from './SsoSignIn.module.css'
import { ssoOptionsQuery } from './sso-options.ts'
import { signInAtProvider } from './visit.ts'

/** The providers that a visitor can sign in with; nothing if there are none. */
export function SsoSignIn() {
  const { data } = useQuery(ssoOptionsQuery)
  const { pathname, search, hash } = useLocation()
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: (choice: { provider: string } | { email: string }) =>
      signInAtProvider(choice, `${pathname}${search}${hash}`),
    meta: { quiet: true },
  })
  if (!data || data.providers.length === 0) return null
  const isStarting = (id: string) => isPending && 'provider' in variables && variables.provider === id
  return (
    <>
      <div className={styles.or}>
        <Trans>or</Trans>
      </div>
      <ErrorNotice error={error} />
      {data.providers.map(({ id, name }) => (
        <Button
          key={id}
          variant="default"
          size="md"
          fullWidth
          loading={isStarting(id)}
          leftSection={<IconLogin2 size={18} stroke={1.8} aria-hidden="true" />}
          onClick={() => mutate({ provider: id })}
        >
          <Trans>Continue with {{ provider: name }}</Trans>
        </Button>
      ))}
      {data.asksForEmail && (
        <EmailForm isPending={isPending && 'email' in variables} onSubmit={(email) => mutate({ email })} />
      )}
    </>
  )
}

function EmailForm({ isPending, onSubmit }: { isPending: boolean; onSubmit: (email: string) => void }) {
  const { t } = useLingui()
  const [email, setEmail] = useState('')
  function submit(event: FormEvent) {
    event.preventDefault()
    onSubmit(email.trim())
  }
  return (
    <form onSubmit={submit}>
      <TextInput
        label={t`Work email address`}
        description={t`Finds your organization’s provider.`}
        type="email"
        autoComplete="email"
        required
        maxLength={254}
        value={email}
        onChange={({ target }) => setEmail(target.value)}
      />
      <Button type="submit" variant="default" fullWidth loading={isPending}>
        <Trans>Continue with email</Trans>
      </Button>
    </form>
  )
}
