import { Button } from '@mantine/core'
import { IconPlugConnected, IconPlus } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { ApplicationPage } from '../common/applications/ApplicationPage.tsx'
import { useHasRole } from '../session/session.ts'
import { Card } from '../ui/Card.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { formatCount } from '../ui/numbers.ts'
import { Time } from '../ui/Time.tsx'
import { ConnectorState } from './ConnectorState.tsx'
import styles from './Connectors.module.css'
import { describeTarget, kinds } from './kinds.ts'
import { type Connector, connectorPath, connectorsPath, connectorsQuery } from './queries.ts'
import { formatWaiting } from './waiting.ts'

/** Where the events of an application are sent. */
export function ConnectorsPage() {
  const { applicationId = '' } = useParams()
  // The empty state has the button.
  const { data: isEmpty } = useQuery({ ...connectorsQuery(applicationId), select: ({ length }) => length === 0 })
  return (
    <ApplicationPage
      title="Connectors"
      description="Send the events of this application to your SIEM, your log store, or your own service, as they happen."
      id={applicationId}
      actions={isEmpty === false && <NewConnector id={applicationId} />}
    >
      <Connectors id={applicationId} />
    </ApplicationPage>
  )
}

function NewConnector({ id }: { id: string }) {
  const canChange = useHasRole('developer', id)
  if (!canChange) return null
  return (
    <Button
      component={Link}
      to={`${connectorsPath(id)}/new`}
      leftSection={<IconPlus size={18} stroke={2} aria-hidden="true" />}
    >
      Add a connector
    </Button>
  )
}

function Connectors({ id }: { id: string }) {
  const { data } = useSuspenseQuery(connectorsQuery(id))
  if (data.length === 0)
    return (
      <Card>
        <EmptyState icon={IconPlugConnected} title="No connectors yet" actions={<NewConnector id={id} />}>
          A connector sends every event, or those you choose, to Splunk, a webhook, syslog, OpenTelemetry, or S3. Events
          that can’t be delivered wait, so none is lost.
        </EmptyState>
      </Card>
    )
  return (
    <Card flush>
      <DataTable label="Connectors" columns={listColumns(id)} rows={data} getKey={(connector) => connector.id} />
    </Card>
  )
}

const listColumns = (id: string): Column<Connector>[] => [
  { id: 'name', header: 'Name', cell: ({ row }) => <Name id={id} connector={row.original} /> },
  {
    id: 'state',
    header: 'State',
    cell: ({ row }) => <ConnectorState state={row.original.status.state} />,
  },
  { id: 'waiting', header: 'Waiting', meta: { isNumber: true }, cell: ({ row }) => formatWaiting(row.original.status) },
  {
    id: 'delivered',
    header: 'Delivered',
    meta: { isNumber: true },
    cell: ({ row }) => formatCount(row.original.status.delivered),
  },
  {
    id: 'lastDeliveryAt',
    header: 'Last delivery',
    cell: ({
      row: {
        original: { status },
      },
    }) => (status.lastDeliveryAt ? <Time at={status.lastDeliveryAt} /> : <span className={styles.none}>Never</span>),
  },
  {
    id: 'deadLetters',
    header: 'Dead letters',
    meta: { isNumber: true },
    cell: ({ row }) => formatCount(row.original.status.deadLetters),
  },
]

function Name({ id, connector: { id: connectorId, name, target } }: { id: string; connector: Connector }) {
  const { icon: Icon, title } = kinds[target.type]
  return (
    <Link className={styles.name} to={connectorPath(id, connectorId)}>
      <Icon className={styles.icon} size={22} stroke={1.6} aria-hidden="true" />
      <span>
        <strong>{name}</strong>
        <small>
          {title}, {describeTarget(target)}
        </small>
      </span>
    </Link>
  )
}
