import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { Trans, useLingui } from '@lingui/react/macro'
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
  const { t } = useLingui()
  const { data } = useSuspenseQuery(apiKeysQuery(id))
  const queries = useQueryClient()
  const canChange = useHasRole('developer', id)
  const [isCreating, setIsCreating] = useState(false)
  const [created, setCreated] = useState<NewApiKey>()
  const [revoked, setRevoked] = useState<ApiKey>()
  const create = canChange && (
    <Button leftSection={<IconPlus size={18} stroke={2} aria-hidden="true" />} onClick={() => setIsCreating(true)}>
      <Trans>Create API key</Trans>
    </Button>
  )
  async function show(key: NewApiKey) {
    setIsCreating(false)
    setCreated(key)
    await queries.invalidateQueries(apiKeysQuery(id))
  }
  return (
    <Card
      title={t`API keys`}
      description={t`Your backend sends one with each call. Keep them secret: a key can act for every user.`}
      actions={data.length > 0 && create}
      flush
    >
      {data.length === 0 ? (
        <EmptyState icon={IconKey} title={t`No API keys yet`} actions={create}>
          <Trans>
            Your backend needs a key to let signed-in users add passkeys, to look users up, and to verify tokens online.
            A page that only signs users in needs none.
          </Trans>
        </EmptyState>
      ) : (
        <>
          <ExpiryNotice keys={data} />
          <DataTable
            label={t`API keys`}
            columns={listColumns(canChange ? setRevoked : undefined)}
            rows={data}
            getKey={(key) => key.id}
          />
        </>
      )}
      {isCreating && <CreateApiKeyDialog id={id} onClose={() => setIsCreating(false)} onCreated={show} />}
      {created && (
        <SecretDialog
          title={t`API key ${{ name: created.name }}`}
          what={t`API key`}
          secret={created.key}
          onClose={() => setCreated(undefined)}
        >
          <Trans>Copy the key now and store it where your backend reads its secrets. It is never shown again.</Trans>
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
      header: i18n._(msg`Name`),
      cell: ({ row: { original } }) => (
        <span className={styles.name}>
          <strong>{original.name}</strong>
          <code>ttk_{original.id}…</code>
        </span>
      ),
    },
    { id: 'scopes', header: i18n._(msg`Scopes`), cell: ({ row }) => <Scopes scopes={row.original.scopes} /> },
    { id: 'createdAt', header: i18n._(msg`Created`), cell: ({ row }) => <Time at={row.original.createdAt} /> },
    {
      id: 'lastUsedAt',
      header: i18n._(msg`Last used`),
      cell: ({ row: { original } }) =>
        original.lastUsedAt ? (
          <Time at={original.lastUsedAt} />
        ) : (
          <span className={styles.none}>
            <Trans>Never</Trans>
          </span>
        ),
    },
    { id: 'state', header: i18n._(msg`State`), cell: ({ row }) => <KeyState apiKey={row.original} /> },
    {
      id: 'actions',
      header: '',
      cell: ({ row: { original } }) =>
        !original.revokedAt &&
        onRevoke && (
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
  const { t } = useLingui()
  return (
    <ConfirmedCall
      title={t`Revoke ${{ name: apiKey.name }}?`}
      action={t`Revoke`}
      send={() => call('apiKeyRevoke', { params: { id, keyId: apiKey.id } })}
      changed={apiKeysQuery(id)}
      done={t`Revoked ${{ name: apiKey.name }}`}
      onClose={onClose}
    >
      <Trans>
        Calls with this key fail immediately on every node. If a backend still uses it, give it a new key first.
      </Trans>
    </ConfirmedCall>
  )
}
