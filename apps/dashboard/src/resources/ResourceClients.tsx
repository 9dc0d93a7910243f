import { i18n } from '@lingui/core'
import { msg, plural } from '@lingui/core/runtime-macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconLogin, IconPlus } from '@tabler/icons-react'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '../api/call.ts'
import { Card } from '../ui/Card.tsx'
import { ConfirmedCall } from '../ui/ConfirmedCall.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { MultiPicker } from '../ui/MultiPicker.tsx'
import { showSuccess } from '../ui/toast.tsx'
import { type Client, clientsQuery, type Resource } from './queries.ts'
import styles from './Resources.module.css'

type Props = { id: string; resource: Resource; canChange: boolean }

const clientsPath = (id: string) => `/applications/${id}/clients`

/** The programs that can ask for access to an API. */
export function ResourceClients({ id, resource, canChange }: Props) {
  const { t } = useLingui()
  const { clients } = useSuspenseQuery(clientsQuery(id)).data
  const [asked, setAsked] = useState<'add' | Client>()
  const listed = clients.filter(({ resources }) => resources.includes(resource.uri))
  const others = clients.filter(({ resources }) => !resources.includes(resource.uri))
  const close = () => setAsked(undefined)
  const add = canChange && <AddButton id={id} hasOthers={others.length > 0} onClick={() => setAsked('add')} />
  return (
    <Card
      title={t`Programs`}
      description={t`These OpenID clients can ask users for access to the API.`}
      actions={listed.length > 0 && add}
      flush
    >
      {listed.length === 0 ? (
        <EmptyState icon={IconLogin} title={t`No program can ask for access yet`} actions={add}>
          <Trans>Choose which OpenID clients can ask users for access to {{ name: resource.name }}.</Trans>
        </EmptyState>
      ) : (
        <DataTable
          label={t`Programs`}
          columns={listColumns(id, canChange ? setAsked : undefined)}
          rows={listed}
          getKey={(client) => client.id}
        />
      )}
      {asked === 'add' && <AddDialog id={id} resource={resource} others={others} onClose={close} />}
      {asked !== undefined && asked !== 'add' && (
        <RemoveDialog id={id} resource={resource} client={asked} onClose={close} />
      )}
    </Card>
  )
}

/** Without a client that could be added, it leads to where one is created. */
function AddButton({ id, hasOthers, onClick }: { id: string; hasOthers: boolean; onClick: () => void }) {
  const icon = <IconPlus size={18} stroke={2} aria-hidden="true" />
  if (hasOthers)
    return (
      <Button variant="default" leftSection={icon} onClick={onClick}>
        <Trans>Add programs</Trans>
      </Button>
    )
  return (
    <Button variant="default" leftSection={icon} component={Link} to={`${clientsPath(id)}/-/new`}>
      <Trans>Create an OpenID client</Trans>
    </Button>
  )
}

const listColumns = (id: string, onRemove: ((client: Client) => void) | undefined): Column<Client>[] => [
  {
    id: 'name',
    header: i18n._(msg`Name`),
    cell: ({ row: { original } }) => (
      <Link className={styles.client} to={`${clientsPath(id)}/${encodeURIComponent(original.id)}`}>
        {original.name}
      </Link>
    ),
  },
  { id: 'clientId', header: i18n._(msg`Client ID`), cell: ({ row }) => <code>{row.original.id}</code> },
  {
    id: 'actions',
    header: '',
    cell: ({ row: { original } }) =>
      onRemove && (
        <Button
          variant="default"
          size="xs"
          aria-label={i18n._(msg`Remove ${{ name: original.name }}`)}
          onClick={() => onRemove(original)}
        >
          <Trans>Remove</Trans>
        </Button>
      ),
  },
]

const changeResources = (id: string, { id: clientId }: Client, resources: string[]) =>
  call('openidClientChange', { params: { id, clientId }, body: { resources } })

type AddProps = { id: string; resource: Resource; others: readonly Client[]; onClose: () => void }

function AddDialog({ id, resource: { uri, name }, others, onClose }: AddProps) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const queries = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      for (const client of others.filter((other) => chosen.includes(other.id)))
        await changeResources(id, client, [...client.resources, uri])
    },
    onSuccess: () => {
      onClose()
      const count = chosen.length
      showSuccess(i18n._(msg`${plural({ count }, { one: 'Added # program', other: 'Added # programs' })}`))
    },
    // Also after a failure: the programs before it were added.
    onSettled: () => queries.invalidateQueries(clientsQuery(id)),
    meta: { quiet: true },
  })
  return (
    <FormDialog
      title={t`Add programs to ${name}`}
      action={t`Add`}
      isDisabled={chosen.length === 0}
      isPending={isPending}
      error={error}
      onSubmit={mutate}
      onClose={onClose}
    >
      <MultiPicker
        label={t`OpenID clients`}
        description={t`They can ask users for each permission of the API. A machine gets those that its own scopes list.`}
        data={others.map((client) => ({ value: client.id, label: client.name }))}
        value={[...chosen]}
        onChange={setChosen}
        nothingFoundMessage={t`No other client has this name`}
        data-autofocus
      />
    </FormDialog>
  )
}

type RemoveProps = { id: string; resource: Resource; client: Client; onClose: () => void }

function RemoveDialog({ id, resource: { uri, name }, client, onClose }: RemoveProps) {
  const { t } = useLingui()
  const others = client.resources.filter((one) => one !== uri)
  return (
    <ConfirmedCall
      title={t`Remove ${{ client: client.name }} from ${name}?`}
      action={t`Remove`}
      send={() => changeResources(id, client, others)}
      changed={clientsQuery(id)}
      done={t`Removed ${{ name: client.name }}`}
      onClose={onClose}
    >
      <Trans>
        {{ client: client.name }} can’t ask for access to {name} anymore, and its refresh tokens for it stop working.
      </Trans>
    </ConfirmedCall>
  )
}
