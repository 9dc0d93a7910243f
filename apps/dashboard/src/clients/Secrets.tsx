import { Button, NativeSelect } from '@mantine/core'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { mostClientSecrets } from '@thumbturn/contract/vocabulary/openid-clients.ts'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { findState, lifetimes, toExpiry } from '../common/keys/expiry.ts'
import { Card } from '../ui/Card.tsx'
import { ConfirmedCall } from '../ui/ConfirmedCall.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { SecretDialog } from '../ui/SecretDialog.tsx'
import { Time } from '../ui/Time.tsx'
import styles from './Clients.module.css'
import { type Client, clientsQuery, type Secret } from './queries.ts'

type Props = { id: string; client: Client; canChange: boolean }

/** The secrets of a client that authenticates with one. Two work at a time, so that one can replace the other. */
export function Secrets({ id, client, canChange }: Props) {
  const [isAdding, setIsAdding] = useState(false)
  const [retired, setRetired] = useState<Secret>()
  const { authMethod, secrets, name } = client
  if (authMethod !== 'client_secret_basic' && authMethod !== 'client_secret_post') return null
  const usableSecrets = secrets.filter((secret) => findState(secret) !== 'expired').length
  const add = canChange && (
    <Button
      variant="default"
      disabled={usableSecrets >= mostClientSecrets}
      leftSection={<IconPlus size={18} stroke={2} aria-hidden="true" />}
      onClick={() => setIsAdding(true)}
    >
      Add a secret
    </Button>
  )
  return (
    <Card
      title="Secrets"
      description={
        usableSecrets >= mostClientSecrets
          ? 'Two secrets work, the most that can. Retire the old one once the program uses the new one.'
          : 'To replace a secret without an interruption, add a new one, give it to the program, and retire the old one.'
      }
      actions={add}
      flush
    >
      {secrets.length === 0 ? (
        <EmptyState icon={IconKey} title="No secrets">
          {name} can’t get tokens without one.
        </EmptyState>
      ) : (
        <DataTable
          label="Secrets"
          columns={listColumns(canChange ? setRetired : undefined)}
          rows={secrets}
          getKey={(secret) => secret.id}
        />
      )}
      {isAdding && <NewSecret id={id} client={client} onClose={() => setIsAdding(false)} />}
      {retired && <RetireDialog id={id} client={client} secret={retired} onClose={() => setRetired(undefined)} />}
    </Card>
  )
}

const listColumns = (onRetire: ((secret: Secret) => void) | undefined): Column<Secret>[] => [
  {
    id: 'hint',
    header: 'Secret',
    cell: ({ row }) => <code title="The secret ends in these characters">…{row.original.hint}</code>,
  },
  { id: 'createdAt', header: 'Created', cell: ({ row }) => <Time at={row.original.createdAt} /> },
  {
    id: 'expiresAt',
    header: 'Expires',
    cell: ({ row: { original } }) =>
      original.expiresAt ? <Time at={original.expiresAt} /> : <span className={styles.none}>Never</span>,
  },
  {
    id: 'actions',
    header: '',
    cell: ({ row: { original } }) =>
      onRetire && (
        <Button
          variant="default"
          size="xs"
          aria-label={`Retire the secret ending in ${original.hint}`}
          onClick={() => onRetire(original)}
        >
          Retire
        </Button>
      ),
  },
]

type NewProps = { id: string; client: Client; onClose: () => void }

/** Adds a secret, and shows it once. */
function NewSecret({ id, client, onClose }: NewProps) {
  const [added, setAdded] = useState<string>()
  if (added === undefined) return <AddDialog id={id} client={client} onClose={onClose} onAdded={setAdded} />
  return (
    <SecretDialog title={`New secret of ${client.name}`} what="client secret" secret={added} onClose={onClose}>
      Copy the secret now and give it to the program. It is never shown again.
    </SecretDialog>
  )
}

type AddProps = NewProps & { onAdded: (secret: string) => void }

function AddDialog({ id, client, onClose, onAdded }: AddProps) {
  const [days, setDays] = useState('')
  const queries = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      call('clientSecretAdd', { params: { id, clientId: client.id }, body: { expiresAt: toExpiry(days) } }),
    onSuccess: async ({ secret }) => {
      onAdded(secret)
      await queries.invalidateQueries(clientsQuery(id))
    },
    meta: { quiet: true },
  })
  return (
    <FormDialog
      title="Add a secret"
      action="Add secret"
      isPending={isPending}
      error={error}
      onSubmit={mutate}
      onClose={onClose}
    >
      <NativeSelect
        label="Works for"
        description="Sign-ins to the program fail once its secret has expired."
        data={lifetimes}
        value={days}
        onChange={({ target }) => setDays(target.value)}
      />
    </FormDialog>
  )
}

type RetireProps = { id: string; client: Client; secret: Secret; onClose: () => void }

function RetireDialog({ id, client, secret, onClose }: RetireProps) {
  const isLast = client.secrets.length === 1
  return (
    <ConfirmedCall
      title={`Retire the secret ending in ${secret.hint}?`}
      action="Retire"
      send={() => call('clientSecretRetire', { params: { id, clientId: client.id, secretId: secret.id } })}
      changed={clientsQuery(id)}
      done="Retired the secret"
      onClose={onClose}
    >
      Every node immediately rejects it.{' '}
      {isLast
        ? `It is the only one, so sign-ins to ${client.name} fail until you add another.`
        : `If ${client.name} still uses it, its sign-ins fail.`}
    </ConfirmedCall>
  )
}
