import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconPlus, IconShieldLock } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { ApplicationPage } from '../common/applications/ApplicationPage.tsx'
import { useHasRole } from '../session/session.ts'
import { Card } from '../ui/Card.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Monogram } from '../ui/Monogram.tsx'
import { RowLink } from '../ui/RowLink.tsx'
import { formatDay } from '../ui/times.ts'
import { newResourcePath, type Resource, resourcePath, resourcesQuery } from './queries.ts'
import styles from './Resources.module.css'

/** The APIs of an application that programs get access tokens for. */
export function ResourcesPage() {
  const { t } = useLingui()
  const { applicationId = '' } = useParams()
  return (
    <ApplicationPage
      id={applicationId}
      title={t`Protected APIs`}
      description={t`MCP servers and other APIs that programs can use for a user of this application, once the user allows it.`}
      actions={<NewResource id={applicationId} />}
    >
      <Resources id={applicationId} />
    </ApplicationPage>
  )
}

function NewResource({ id }: { id: string }) {
  if (!useHasRole('developer', id)) return null
  return (
    <Button
      component={Link}
      to={newResourcePath(id)}
      leftSection={<IconPlus size={18} stroke={2} aria-hidden="true" />}
    >
      <Trans>Add an API</Trans>
    </Button>
  )
}

function Resources({ id }: { id: string }) {
  const { t } = useLingui()
  const { data } = useSuspenseQuery(resourcesQuery(id))
  if (data.length === 0)
    return (
      <Card>
        <EmptyState icon={IconShieldLock} title={t`No protected APIs yet`} actions={<NewResource id={id} />}>
          <Trans>
            Add an MCP server or another API. AI assistants and other programs can then ask a user for access to it: the
            user signs in with a passkey, reads what each permission allows, and your API gets tokens for it alone.
          </Trans>
        </EmptyState>
      </Card>
    )
  return (
    <Card flush>
      <DataTable label={t`Protected APIs`} columns={listColumns(id)} rows={data} getKey={({ uri }) => uri} />
    </Card>
  )
}

const listColumns = (id: string): Column<Resource>[] => [
  {
    id: 'name',
    header: i18n._(msg`Name`),
    cell: ({ row: { original } }) => (
      <RowLink
        to={resourcePath(id, original.uri)}
        tile={<Monogram id={original.uri} name={original.name} />}
        text={original.name}
        note={original.uri}
      />
    ),
  },
  { id: 'scopes', header: i18n._(msg`Permissions`), cell: ({ row }) => <Permissions resource={row.original} /> },
  {
    id: 'access',
    header: i18n._(msg`Who can allow access`),
    cell: ({ row }) => row.original.allowedGroups.join(', ') || i18n._(msg`Every user`),
  },
  { id: 'createdAt', header: i18n._(msg`Created`), cell: ({ row }) => formatDay(row.original.createdAt) },
]

function Permissions({ resource: { scopes } }: { resource: Resource }) {
  if (scopes.length === 0)
    return (
      <span className={styles.none}>
        <Trans>Full access</Trans>
      </span>
    )
  return <Plural value={{ count: scopes.length }} one="# permission" other="# permissions" />
}
