import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconLogin, IconPlus } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { ApplicationPage } from '../common/applications/ApplicationPage.tsx'
import { useHasRole } from '../session/session.ts'
import { Badge } from '../ui/Badge.tsx'
import { Card } from '../ui/Card.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Monogram } from '../ui/Monogram.tsx'
import { RowLink } from '../ui/RowLink.tsx'
import { formatDay } from '../ui/times.ts'
import styles from './Clients.module.css'
import { HostedPageNotices } from './HostedPageNotices.tsx'
import { type Client, clientPath, clientsQuery, newClientPath } from './queries.ts'
import { clientTypes } from './types.ts'

/** The programs that users of an application sign in to with OpenID Connect. */
export function ClientsPage() {
  const { t } = useLingui()
  const { applicationId = '' } = useParams()
  return (
    <ApplicationPage
      id={applicationId}
      title={t`OpenID clients`}
      description={t`The programs that users sign in to with the passkeys of this application.`}
      actions={<NewClient id={applicationId} />}
    >
      <Clients id={applicationId} />
    </ApplicationPage>
  )
}

function NewClient({ id }: { id: string }) {
  if (!useHasRole('developer', id)) return null
  return (
    <Button component={Link} to={newClientPath(id)} leftSection={<IconPlus size={18} stroke={2} aria-hidden="true" />}>
      <Trans>Add a client</Trans>
    </Button>
  )
}

function Clients({ id }: { id: string }) {
  const { t } = useLingui()
  const { data } = useSuspenseQuery(clientsQuery(id))
  if (data.clients.length === 0)
    return (
      <Card>
        <EmptyState icon={IconLogin} title={t`No clients yet`} actions={<NewClient id={id} />}>
          <Trans>
            Grafana, Nextcloud, oauth2-proxy, and every other program that can use OpenID Connect can let users sign in
            with the passkeys of this application, without code. A client is one such program.
          </Trans>
        </EmptyState>
      </Card>
    )
  return (
    <>
      <HostedPageNotices id={id} issuer={data.issuer} notices={data.notices} />
      <Card flush>
        <DataTable
          label={t`OpenID clients`}
          columns={listColumns(id)}
          rows={data.clients}
          getKey={({ id: clientId }) => clientId}
        />
      </Card>
    </>
  )
}

const listColumns = (id: string): Column<Client>[] => [
  {
    id: 'name',
    header: i18n._(msg`Name`),
    cell: ({ row: { original } }) => (
      <RowLink
        to={clientPath(id, original.id)}
        tile={<Monogram id={original.id} name={original.name} />}
        text={original.name}
        note={i18n._(clientTypes[original.type].title)}
      />
    ),
  },
  { id: 'place', header: i18n._(msg`Returns to`), cell: ({ row }) => <Places uris={row.original.redirectUris} /> },
  { id: 'access', header: i18n._(msg`Who can sign in`), cell: ({ row }) => <Access client={row.original} /> },
  { id: 'createdAt', header: i18n._(msg`Created`), cell: ({ row }) => formatDay(row.original.createdAt) },
  {
    id: 'state',
    header: '',
    cell: ({ row }) =>
      row.original.disabled && (
        <Badge kind="warning">
          <Trans>Disabled</Trans>
        </Badge>
      ),
  },
]

/** The hosts of redirect URIs; the scheme if there is no host. */
function Places({ uris }: { uris: readonly string[] }) {
  const hosts = [...new Set(uris.map((uri) => URL.parse(uri)?.host || uri.split(':')[0]!))]
  if (hosts.length === 0)
    return (
      <span className={styles.none}>
        <Trans>Nowhere</Trans>
      </span>
    )
  return <span className={styles.place}>{hosts.join(', ')}</span>
}

function Access({ client: { type, allowedGroups } }: { client: Client }) {
  if (type === 'machine')
    return (
      <span className={styles.none}>
        <Trans>No users</Trans>
      </span>
    )
  return allowedGroups.length === 0 ? <Trans>Every user</Trans> : allowedGroups.join(', ')
}
