import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type CallResult, call } from '../api/call.ts'
import { type ApiKey, lifetimes, toExpiry } from '../common/keys/expiry.ts'
import { KeyState } from '../common/keys/KeyState.tsx'
import { Card } from '../ui/Card.tsx'
import { ConfirmedCall } from '../ui/ConfirmedCall.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { SecretDialog } from '../ui/SecretDialog.tsx'
import { Time } from '../ui/Time.tsx'
import { directoryKeysQuery } from './queries.ts'

type NewApiKey = CallResult<'apiKeyCreate'>

/** The API keys of directories, with a dialog for a new one. */
export function DirectoryKeys() {
  const { t } = useLingui()
  const { data } = useSuspenseQuery(directoryKeysQuery)
  const [isCreating, setIsCreating] = useState(false)
  const [created, setCreated] = useState<NewApiKey>()
  const [revoked, setRevoked] = useState<ApiKey>()
  const create = (
    <Button leftSection={<IconPlus size={18} stroke={2} aria-hidden="true" />} onClick={() => setIsCreating(true)}>
      <Trans>Create key</Trans>
    </Button>
  )
  return (
    <Card
      title={t`API keys`}
      description={t`A directory key can read and change members and groups, and nothing else.`}
      actions={data.length > 0 && create}
      flush
    >
      {data.length === 0 ? (
        <EmptyState icon={IconKey} title={t`No directory key yet`} actions={create}>
          <Trans>Create a key, and enter it in the directory together with the base URL.</Trans>
        </EmptyState>
      ) : (
        <DataTable label={t`API keys`} columns={listColumns(setRevoked)} rows={data} getKey={({ id }) => id} />
      )}
      {isCreating && (
        <CreateDialog
          onClose={() => setIsCreating(false)}
          onCreated={(key) => {
            setIsCreating(false)
            setCreated(key)
          }}
        />
      )}
      {created && <CreatedDialog created={created} onClose={() => setCreated(undefined)} />}
      {revoked && <RevokeDialog revoked={revoked} onClose={() => setRevoked(undefined)} />}
    </Card>
  )
}

const listColumns = (onRevoke: (key: ApiKey) => void): Column<ApiKey>[] => [
  { id: 'name', header: i18n._(msg`Name`), cell: ({ row }) => row.original.name },
  { id: 'state', header: i18n._(msg`State`), cell: ({ row }) => <KeyState apiKey={row.original} /> },
  {
    id: 'lastUsedAt',
    header: i18n._(msg`Last used`),
    cell: ({ row: { original } }) => (original.lastUsedAt ? <Time at={original.lastUsedAt} /> : i18n._(msg`Never`)),
  },
  {
    id: 'actions',
    header: '',
    cell: ({ row: { original } }) =>
      original.revokedAt === undefined && (
        <Button
          variant="default"
          size="xs"
          aria-label={i18n._(msg`Revoke ${{ name: original.name }}`)}
          onClick={() => onRevoke(original)}
        >
          <Trans>Revoke</Trans>
        </Button>
      ),
  },
]

type CreateProps = { onClose: () => void; onCreated: (key: NewApiKey) => void }

function CreateDialog({ onClose, onCreated }: CreateProps) {
  const { t } = useLingui()
  const [name, setName] = useState('')
  const [days, setDays] = useState('')
  const queries = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      call('apiKeyCreate', {
        params: { id: 'thumbturn' },
        body: { name: name.trim(), scopes: ['profile:read', 'profile:write'], expiresAt: toExpiry(days) },
      }),
    onSuccess: async (key) => {
      onCreated(key)
      await queries.invalidateQueries(directoryKeysQuery)
    },
    meta: { quiet: true },
  })
  return (
    <FormDialog
      title={t`Create a directory key`}
      action={t`Create key`}
      isPending={isPending}
      error={error}
      onSubmit={() => mutate()}
      onClose={onClose}
    >
      <TextInput
        label={t`Name`}
        description={t`The directory that uses the key, such as “Okta”. The audit log shows this name.`}
        required
        data-autofocus
        maxLength={128}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <NativeSelect
        label={t`Works for`}
        description={t`When the key expires, members are no longer updated.`}
        data={lifetimes}
        value={days}
        onChange={({ target }) => setDays(target.value)}
      />
    </FormDialog>
  )
}

function CreatedDialog({ created, onClose }: { created: NewApiKey; onClose: () => void }) {
  const { t } = useLingui()
  return (
    <SecretDialog title={t`Key ${{ name: created.name }}`} what={t`API key`} secret={created.key} onClose={onClose}>
      <Trans>Enter it in the directory now, as the password or the token. It isn’t shown again.</Trans>
    </SecretDialog>
  )
}

function RevokeDialog({ revoked, onClose }: { revoked: ApiKey; onClose: () => void }) {
  const { t } = useLingui()
  return (
    <ConfirmedCall
      title={t`Revoke ${{ name: revoked.name }}?`}
      action={t`Revoke key`}
      send={() => call('apiKeyRevoke', { params: { id: 'thumbturn', keyId: revoked.id } })}
      changed={directoryKeysQuery}
      done={t`Revoked ${{ name: revoked.name }}`}
      onClose={onClose}
    >
      <Trans>
        The directory that uses it can no longer create, change, or deactivate members. Members keep their access.
      </Trans>
    </ConfirmedCall>
  )
}
