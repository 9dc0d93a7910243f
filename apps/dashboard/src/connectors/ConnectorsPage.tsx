import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { Trans, useLingui } from '@lingui/react/macro'
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
  const { t } = useLingui()
  const { applicationId = '' } = useParams()
  // The empty state has the button.
  const { data: isEmpty } = useQuery({ ...connectorsQuery(applicationId), select: ({ length }) => length === 0 })
  return (
    <ApplicationPage
      title={t`Connectors`}
      description={t`Send the events of this application to your SIEM, your log store, or your own service, as they happen.`}
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
      <Trans>Add a connector</Trans>
    </Button>
  )
}

function Connectors({ id }: { id: string }) {
  const { t } = useLingui()
  const { data } = useSuspenseQuery(connectorsQuery(id))
  if (data.length === 0)
    return (
      <Card>
        <EmptyState icon={IconPlugConnected} title={t`No connectors yet`} actions={<NewConnector id={id} />}>
          <Trans>
            A connector sends every event, or those you choose, to Splunk, a webhook, syslog, OpenTelemetry, or S3.
            Events that can’t be delivered wait, so none is lost.
          </Trans>
        </EmptyState>
      </Card>
    )
  return (
    <Card flush>
      <DataTable label={t`Connectors`} columns={listColumns(id)} rows={data} getKey={(connector) => connector.id} />
    </Card>
  )
}

const listColumns = (id: string): Column<Connector>[] => [
  { id: 'name', header: i18n._(msg`Name`), cell: ({ row }) => <Name id={id} connector={row.original} /> },
  {
    id: 'state',
    header: i18n._(msg`State`),
    cell: ({ row }) => <ConnectorState state={row.original.status.state} />,
  },
  {
    id: 'waiting',
    header: i18n._(msg`Waiting`),
    meta: { isNumber: true },
    cell: ({ row }) => formatWaiting(row.original.status),
  },
  {
    id: 'delivered',
    header: i18n._(msg`Delivered`),
    meta: { isNumber: true },
    cell: ({ row }) => formatCount(row.original.status.delivered),
  },
  {
    id: 'lastDeliveryAt',
    header: i18n._(msg`Last delivery`),
    cell: ({
      row: {
        original: { status },
      },
    }) =>
      status.lastDeliveryAt ? (
        <Time at={status.lastDeliveryAt} />
      ) : (
        <span className={styles.none}>
          <Trans context="delivery">Never</Trans>
        </span>
      ),
  },
  {
    id: 'deadLetters',
    header: i18n._(msg`Dead letters`),
    meta: { isNumber: true },
    cell: ({ row }) => formatCount(row.original.status.deadLetters),
  },
]

function Name({ id, connector: { id: connectorId, name, target } }: { id: string; connector: Connector }) {
  const { i18n } = useLingui()
  const { icon: Icon, title } = kinds[target.type]
  return (
    <Link className={styles.name} to={connectorPath(id, connectorId)}>
      <Icon className={styles.icon} size={22} stroke={1.6} aria-hidden="true" />
      <span>
        <strong>{name}</strong>
        <small>
          {i18n._(title)}, {describeTarget(target)}
        </small>
      </span>
    </Link>
  )
}
