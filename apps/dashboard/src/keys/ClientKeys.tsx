import { Button, Textarea, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { queryOptions, useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type CallResult, call } from '../api/call.ts'
import { useHasRole } from '../session/session.ts'
import { Badge } from '../ui/Badge.tsx'
import { Card } from '../ui/Card.tsx'
import { ConfirmedCall } from '../ui/ConfirmedCall.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { Time } from '../ui/Time.tsx'
import { showSuccess } from '../ui/toast.tsx'
import styles from './Keys.module.css'

type ClientKey = CallResult<'clientKeysList'>['clientKeys'][number]

const clientKeysQuery = (id: string) =>
  queryOptions({
    queryKey: ['applications', id, 'client-keys'],
    queryFn: async () => (await call('clientKeysList', { params: { id } })).clientKeys,
  })

/** Public keys of backends that sign service tokens for the first-generation API. */
export function ClientKeys({ id }: { id: string }) {
  const { data } = useSuspenseQuery(clientKeysQuery(id))
  const canChange = useHasRole('developer', id)
  const [isAdding, setIsAdding] = useState(false)
  const [revoked, setRevoked] = useState<ClientKey>()
  return (
    <Card
      title="Client keys"
      description="Only for the first-generation API: your backend signs service tokens, and the service verifies them with these public keys."
      actions={
        canChange && (
          <Button
            variant="default"
            leftSection={<IconPlus size={18} stroke={2} aria-hidden="true" />}
            onClick={() => setIsAdding(true)}
          >
            Add client key
          </Button>
        )
      }
      flush={data.length > 0}
    >
      {data.length > 0 && (
        <DataTable
          label="Client keys"
          columns={listColumns(canChange ? setRevoked : undefined)}
          rows={data}
          getKey={(key) => key.id}
        />
      )}
      {isAdding && <AddDialog id={id} onClose={() => setIsAdding(false)} />}
      {revoked && <RevokeDialog id={id} clientKey={revoked} onClose={() => setRevoked(undefined)} />}
    </Card>
  )
}

function listColumns(onRevoke: ((key: ClientKey) => void) | undefined): Column<ClientKey>[] {
  return [
    { id: 'name', header: 'Name', cell: ({ row }) => <strong>{row.original.name}</strong> },
    {
      id: 'publicKey',
      header: 'Public key',
      cell: ({ row }) => <code className={styles.pem}>{bareKey(row.original)}</code>,
    },
    { id: 'createdAt', header: 'Added', cell: ({ row }) => <Time at={row.original.createdAt} /> },
    {
      id: 'state',
      header: '',
      cell: ({ row: { original } }) =>
        original.revokedAt ? (
          <Badge>Revoked</Badge>
        ) : (
          onRevoke && (
            <Button
              variant="default"
              size="xs"
              aria-label={`Revoke ${original.name}`}
              onClick={() => onRevoke(original)}
            >
              Revoke
            </Button>
          )
        ),
    },
  ]
}

/** Without the lines that say that it is a public key. */
const bareKey = ({ publicKey }: ClientKey) => publicKey.replace(/-----[A-Z ]+-----/g, '').trim()

function AddDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const [draft, setDraft] = useState({ name: '', publicKey: '' })
  const queries = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call('clientKeyAdd', { params: { id }, body: draft }),
    onSuccess: async () => {
      onClose()
      await queries.invalidateQueries(clientKeysQuery(id))
      showSuccess(`Added ${draft.name}`)
    },
    meta: { quiet: true },
  })
  return (
    <FormDialog
      title="Add a client key"
      size="lg"
      action="Add key"
      isPending={isPending}
      error={error}
      onSubmit={mutate}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        required
        data-autofocus
        maxLength={128}
        value={draft.name}
        onChange={({ target }) => setDraft({ ...draft, name: target.value })}
      />
      <Textarea
        label="Public key"
        description="A P-256 public key in PEM. The private key stays in your backend."
        placeholder="-----BEGIN PUBLIC KEY-----"
        required
        autosize
        minRows={4}
        value={draft.publicKey}
        onChange={({ target }) => setDraft({ ...draft, publicKey: target.value })}
      />
    </FormDialog>
  )
}

type RevokeProps = { id: string; clientKey: ClientKey; onClose: () => void }

function RevokeDialog({ id, clientKey, onClose }: RevokeProps) {
  return (
    <ConfirmedCall
      title={`Revoke ${clientKey.name}?`}
      action="Revoke"
      send={() => call('clientKeyRevoke', { params: { id, keyId: clientKey.id } })}
      changed={clientKeysQuery(id)}
      done={`Revoked ${clientKey.name}`}
      onClose={onClose}
    >
      Every node immediately rejects service tokens that were signed with this key.
    </ConfirmedCall>
  )
}
