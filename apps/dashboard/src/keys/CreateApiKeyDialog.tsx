import { useLingui } from '@lingui/react/macro'
import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ApiKeyScope } from '@thumbturn/contract/vocabulary/scopes.ts'
import { useState } from 'react'
import { type CallResult, call } from '../api/call.ts'
import { lifetimes, toExpiry, usualLifetime } from '../common/keys/expiry.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import styles from './Keys.module.css'
import { offeredScopes, scopeDescriptions, usualScopes } from './scopes.ts'

type Props = { id: string; onClose: () => void; onCreated: (key: CallResult<'apiKeyCreate'>) => Promise<void> }

/** Asks for the name, the scopes, and the lifetime of a new API key. */
export function CreateApiKeyDialog({ id, onClose, onCreated }: Props) {
  const { t } = useLingui()
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<string[]>([...usualScopes])
  const [days, setDays] = useState(usualLifetime)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      call('apiKeyCreate', {
        params: { id },
        body: { name: name.trim(), scopes: scopes as ApiKeyScope[], expiresAt: toExpiry(days) },
      }),
    onSuccess: onCreated,
    meta: { quiet: true },
  })
  return (
    <FormDialog
      title={t`Create an API key`}
      size="lg"
      action={t`Create key`}
      isDisabled={scopes.length === 0}
      isPending={isPending}
      error={error}
      onSubmit={mutate}
      onClose={onClose}
    >
      <TextInput
        label={t`Name`}
        description={t`Where the key is used, such as “shop backend, production”.`}
        required
        data-autofocus
        maxLength={128}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <ScopesField value={scopes} onChange={setScopes} />
      <NativeSelect
        label={t`Works for`}
        description={t`The service rejects an expired key. The setup check warns you two weeks earlier.`}
        data={lifetimes}
        value={days}
        onChange={({ target }) => setDays(target.value)}
      />
    </FormDialog>
  )
}

type ScopesProps = { value: string[]; onChange: (scopes: string[]) => void }

function ScopesField({ value, onChange }: ScopesProps) {
  const { t } = useLingui()
  return (
    <Checkbox.Group
      label={t`Scopes`}
      description={t`What the key allows. Choose as few scopes as possible. You can’t change them later.`}
      value={value}
      onChange={onChange}
    >
      <div className={styles.options}>
        {offeredScopes.map((scope) => (
          <Checkbox key={scope} value={scope} label={<code>{scope}</code>} description={t(scopeDescriptions[scope])} />
        ))}
      </div>
    </Checkbox.Group>
  )
}
