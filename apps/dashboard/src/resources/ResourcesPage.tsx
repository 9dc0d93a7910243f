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
  const { applicationId = '' } = useParams()
  return (
    <ApplicationPage
      id={applicationId}
      title="Protected APIs"
      description="MCP servers and other APIs that programs can use for a user of this application, once the user allows it."
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
      Add an API
    </Button>
  )
}

function Resources({ id }: { id: string }) {
  const { data } = useSuspenseQuery(resourcesQuery(id))
  if (data.length === 0)
    return (
      <Card>
        <EmptyState icon={IconShieldLock} title="No protected APIs yet" actions={<NewResource id={id} />}>
          Add an MCP server or another API. AI assistants and other programs can then ask a user for access to it: the
          user signs in with a passkey, reads what each permission allows, and your API gets tokens for it alone.
        </EmptyState>
      </Card>
    )
  return (
    <Card flush>
      <DataTable label="Protected APIs" columns={listColumns(id)} rows={data} getKey={({ uri }) => uri} />
    </Card>
  )
}

const listColumns = (id: string): Column<Resource>[] => [
  {
    id: 'name',
    header: 'Name',
    cell: ({ row: { original } }) => (
      <RowLink
        to={resourcePath(id, original.uri)}
        tile={<Monogram id={original.uri} name={original.name} />}
        text={original.name}
        note={original.uri}
      />
    ),
  },
  { id: 'scopes', header: 'Permissions', cell: ({ row }) => <Permissions resource={row.original} /> },
  {
    id: 'access',
    header: 'Who can allow access',
    cell: ({ row }) => row.original.allowedGroups.join(', ') || 'Every user',
  },
  { id: 'createdAt', header: 'Created', cell: ({ row }) => formatDay(row.original.createdAt) },
]

function Permissions({ resource: { scopes } }: { resource: Resource }) {
  if (scopes.length === 0) return <span className={styles.none}>Full access</span>
  return scopes.length === 1 ? '1 permission' : `${scopes.length} permissions`
}
