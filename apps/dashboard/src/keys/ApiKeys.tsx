import { Button } from '@mantine/core'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type CallResult, call } from '../api/call.ts'
import type { ApiKey } from '../common/keys/expiry.ts'
import { ExpiryNotice, KeyState } from '../common/keys/KeyState.tsx'
import { useHasRole } from '../session/session.ts'
import { Card } from '../ui/Card.tsx'
import { ConfirmedCall } from '../ui/ConfirmedCall.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { SecretDialog } from '../ui/SecretDialog.tsx'
import { Time } from '../ui/Time.tsx'
import { CreateApiKeyDialog } from './CreateApiKeyDialog.tsx'
import styles from './Keys.module.css'

type NewApiKey = CallResult<'apiKeyCreate'>

const apiKeysQuery = (id: string) =>
  queryOptions({
    queryKey: ['applications', id, 'api-keys'],
    queryFn: async () => (await call('apiKeysList', { params: { id } })).apiKeys,
  })

/** Keys of backends, with a dialog for a new one. */
export function ApiKeys({ id }: { id: string }) {
  const { data } = useSuspenseQuery(apiKeysQuery(id))
  const queries = useQueryClient()
  const canChange = useHasRole('developer', id)
  const [isCreating, setIsCreating] = useState(false)
  const [created, setCreated] = useState<NewApiKey>()
  const [revoked, setRevoked] = useState<ApiKey>()
  const create = canChange && (
    <Button leftSection={<IconPlus size={18} stroke={2} aria-hidden="true" />} onClick={() => setIsCreating(true)}>
      Create API key
    </Button>
  )
  async function show(key: NewApiKey) {
    setIsCreating(false)
    setCreated(key)
    await queries.invalidateQueries(apiKeysQuery(id))
  }
  return (
    <Card
      title="API keys"
      description="Your backend sends one with each call. Keep them secret: a key can act for every user."
      actions={data.length > 0 && create}
      flush
    >
      {data.length === 0 ? (
        <EmptyState icon={IconKey} title="No API keys yet" actions={create}>
          Your backend needs a key to let signed-in users add passkeys, to look users up, and to verify tokens online. A
          page that only signs users in needs none.
        </EmptyState>
      ) : (
        <>
          <ExpiryNotice keys={data} />
          <DataTable
            label="API keys"
            columns={listColumns(canChange ? setRevoked : undefined)}
            rows={data}
            getKey={(key) => key.id}
          />
        </>
      )}
      {isCreating && <CreateApiKeyDialog id={id} onClose={() => setIsCreating(false)} onCreated={show} />}
      {created && (
        <SecretDialog
          title={`API key ${created.name}`}
          what="API key"
          secret={created.key}
          onClose={() => setCreated(undefined)}
        >
          Copy the key now and store it where your backend reads its secrets. It is never shown again.
        </SecretDialog>
      )}
      {revoked && <RevokeDialog id={id} apiKey={revoked} onClose={() => setRevoked(undefined)} />}
    </Card>
  )
}

function listColumns(onRevoke: ((key: ApiKey) => void) | undefined): Column<ApiKey>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      cell: ({ row: { original } }) => (
        <span className={styles.name}>
          <strong>{original.name}</strong>
          <code>ttk_{original.id}…</code>
        </span>
      ),
    },
    { id: 'scopes', header: 'Scopes', cell: ({ row }) => <Scopes scopes={row.original.scopes} /> },
    { id: 'createdAt', header: 'Created', cell: ({ row }) => <Time at={row.original.createdAt} /> },
    {
      id: 'lastUsedAt',
      header: 'Last used',
      cell: ({ row: { original } }) =>
        original.lastUsedAt ? <Time at={original.lastUsedAt} /> : <span className={styles.none}>Never</span>,
    },
    { id: 'state', header: 'State', cell: ({ row }) => <KeyState apiKey={row.original} /> },
    {
      id: 'actions',
      header: '',
      cell: ({ row: { original } }) =>
        !original.revokedAt &&
        onRevoke && (
          <Button variant="default" size="xs" aria-label={`Revoke ${original.name}`} onClick={() => onRevoke(original)}>
            Revoke
          </Button>
        ),
    },
  ]
}

function Scopes({ scopes }: { scopes: readonly string[] }) {
  return (
    <span className={styles.scopes}>
      {scopes.map((scope) => (
        <code key={scope}>{scope}</code>
      ))}
    </span>
  )
}

type RevokeProps = { id: string; apiKey: ApiKey; onClose: () => void }

function RevokeDialog({ id, apiKey, onClose }: RevokeProps) {
  return (
    <ConfirmedCall
      title={`Revoke ${apiKey.name}?`}
      action="Revoke"
      send={() => call('apiKeyRevoke', { params: { id, keyId: apiKey.id } })}
      changed={apiKeysQuery(id)}
      done={`Revoked ${apiKey.name}`}
      onClose={onClose}
    >
      Calls with this key fail immediately on every node. If a backend still uses it, give it a new key first.
    </ConfirmedCall>
  )
}
