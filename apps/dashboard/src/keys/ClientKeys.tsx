import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { Trans, useLingui } from '@lingui/react/macro'
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
  const { t } = useLingui()
  const { data } = useSuspenseQuery(clientKeysQuery(id))
  const canChange = useHasRole('developer', id)
  const [isAdding, setIsAdding] = useState(false)
  const [revoked, setRevoked] = useState<ClientKey>()
  return (
    <Card
      title={t`Client keys`}
      description={t`Only for the first-generation API: your backend signs service tokens, and the service verifies them with these public keys.`}
      actions={
        canChange && (
          <Button
            variant="default"
            leftSection={<IconPlus size={18} stroke={2} aria-hidden="true" />}
            onClick={() => setIsAdding(true)}
          >
            <Trans>Add client key</Trans>
          </Button>
        )
      }
      flush={data.length > 0}
    >
      {data.length > 0 && (
        <DataTable
          label={t`Client keys`}
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
    { id: 'name', header: i18n._(msg`Name`), cell: ({ row }) => <strong>{row.original.name}</strong> },
    {
      id: 'publicKey',
      header: i18n._(msg`Public key`),
      cell: ({ row }) => <code className={styles.pem}>{bareKey(row.original)}</code>,
    },
    { id: 'createdAt', header: i18n._(msg`Added`), cell: ({ row }) => <Time at={row.original.createdAt} /> },
    {
      id: 'state',
      header: '',
      cell: ({ row: { original } }) =>
        original.revokedAt ? (
          <Badge>
            <Trans>Revoked</Trans>
          </Badge>
        ) : (
          onRevoke && (
            <Button
              variant="default"
              size="xs"
              aria-label={i18n._(msg`Revoke ${{ name: original.name }}`)}
              onClick={() => onRevoke(original)}
            >
              <Trans>Revoke</Trans>
            </Button>
          )
        ),
    },
  ]
}

/** Without the lines that say that it is a public key. */
const bareKey = ({ publicKey }: ClientKey) => publicKey.replace(/-----[A-Z ]+-----/g, '').trim()

function AddDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useLingui()
  const [draft, setDraft] = useState({ name: '', publicKey: '' })
  const queries = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call('clientKeyAdd', { params: { id }, body: draft }),
    onSuccess: async () => {
      onClose()
      await queries.invalidateQueries(clientKeysQuery(id))
      showSuccess(t`Added ${{ name: draft.name }}`)
    },
    meta: { quiet: true },
  })
  return (
    <FormDialog
      title={t`Add a client key`}
      size="lg"
      action={t`Add key`}
      isPending={isPending}
      error={error}
      onSubmit={mutate}
      onClose={onClose}
    >
      <TextInput
        label={t`Name`}
        required
        data-autofocus
        maxLength={128}
        value={draft.name}
        onChange={({ target }) => setDraft({ ...draft, name: target.value })}
      />
      <Textarea
        label={t`Public key`}
        description={t`A P-256 public key in PEM. The private key stays in your backend.`}
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
  const { t } = useLingui()
  return (
    <ConfirmedCall
      title={t`Revoke ${{ name: clientKey.name }}?`}
      action={t`Revoke`}
      send={() => call('clientKeyRevoke', { params: { id, keyId: clientKey.id } })}
      changed={clientKeysQuery(id)}
      done={t`Revoked ${{ name: clientKey.name }}`}
      onClose={onClose}
    >
      <Trans>Every node immediately rejects service tokens that were signed with this key.</Trans>
    </ConfirmedCall>
  )
}
