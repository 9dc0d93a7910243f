import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { Trans, useLingui } from '@lingui/react/macro'
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
  const { t } = useLingui()
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
      <Trans>Add a secret</Trans>
    </Button>
  )
  return (
    <Card
      title={t`Secrets`}
      description={
        usableSecrets >= mostClientSecrets
          ? t`Two secrets work, the most that can. Retire the old one once the program uses the new one.`
          : t`To replace a secret without an interruption, add a new one, give it to the program, and retire the old one.`
      }
      actions={add}
      flush
    >
      {secrets.length === 0 ? (
        <EmptyState icon={IconKey} title={t`No secrets`}>
          <Trans>{name} can’t get tokens without one.</Trans>
        </EmptyState>
      ) : (
        <DataTable
          label={t`Secrets`}
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
    header: i18n._(msg`Secret`),
    cell: ({ row }) => <code title={i18n._(msg`The secret ends in these characters`)}>…{row.original.hint}</code>,
  },
  { id: 'createdAt', header: i18n._(msg`Created`), cell: ({ row }) => <Time at={row.original.createdAt} /> },
  {
    id: 'expiresAt',
    header: i18n._(msg`Expires`),
    cell: ({ row: { original } }) =>
      original.expiresAt ? (
        <Time at={original.expiresAt} />
      ) : (
        <span className={styles.none}>
          <Trans context="expiry">Never</Trans>
        </span>
      ),
  },
  {
    id: 'actions',
    header: '',
    cell: ({ row: { original } }) =>
      onRetire && (
        <Button
          variant="default"
          size="xs"
          aria-label={i18n._(msg`Retire the secret ending in ${{ hint: original.hint }}`)}
          onClick={() => onRetire(original)}
        >
          <Trans>Retire</Trans>
        </Button>
      ),
  },
]

type NewProps = { id: string; client: Client; onClose: () => void }

/** Adds a secret, and shows it once. */
function NewSecret({ id, client, onClose }: NewProps) {
  const { t } = useLingui()
  const [added, setAdded] = useState<string>()
  if (added === undefined) return <AddDialog id={id} client={client} onClose={onClose} onAdded={setAdded} />
  return (
    <SecretDialog
      title={t`New secret of ${{ name: client.name }}`}
      what={t`client secret`}
      secret={added}
      onClose={onClose}
    >
      <Trans>Copy the secret now and give it to the program. It is never shown again.</Trans>
    </SecretDialog>
  )
}

type AddProps = NewProps & { onAdded: (secret: string) => void }

function AddDialog({ id, client, onClose, onAdded }: AddProps) {
  const { t } = useLingui()
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
      title={t`Add a secret`}
      action={t`Add secret`}
      isPending={isPending}
      error={error}
      onSubmit={mutate}
      onClose={onClose}
    >
      <NativeSelect
        label={t`Works for`}
        description={t`Sign-ins to the program fail once its secret has expired.`}
        data={lifetimes}
        value={days}
        onChange={({ target }) => setDays(target.value)}
      />
    </FormDialog>
  )
}

type RetireProps = { id: string; client: Client; secret: Secret; onClose: () => void }

function RetireDialog({ id, client, secret, onClose }: RetireProps) {
  const { t } = useLingui()
  const { name, secrets } = client
  const isLast = secrets.length === 1
  return (
    <ConfirmedCall
      title={t`Retire the secret ending in ${{ hint: secret.hint }}?`}
      action={t`Retire`}
      send={() => call('clientSecretRetire', { params: { id, clientId: client.id, secretId: secret.id } })}
      changed={clientsQuery(id)}
      done={t`Retired the secret`}
      onClose={onClose}
    >
      {isLast ? (
        <Trans>
          Every node immediately rejects it. It is the only one, so sign-ins to {name} fail until you add another.
        </Trans>
      ) : (
        <Trans>Every node immediately rejects it. If {name} still uses it, its sign-ins fail.</Trans>
      )}
    </ConfirmedCall>
  )
}
