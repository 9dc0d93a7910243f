import { Button } from '@mantine/core'
import { IconApps, IconPlus } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { EnrolledUsers, RecentSignIns } from '../common/analytics/Activity.tsx'
import { type Application, applicationsQuery } from '../common/applications/queries.ts'
import { useHasRole } from '../session/session.ts'
import { Badge } from '../ui/Badge.tsx'
import { Card } from '../ui/Card.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Monogram } from '../ui/Monogram.tsx'
import { Page } from '../ui/Page.tsx'
import { RowLink } from '../ui/RowLink.tsx'
import { Time } from '../ui/Time.tsx'
import styles from './ApplicationsPage.module.css'

/** Every application that the member can see. */
export function ApplicationsPage() {
  return (
    <Page
      title="Applications"
      description="Each application has its own users, passkeys, and keys."
      actions={<NewApplication />}
    >
      <Applications />
    </Page>
  )
}

function NewApplication() {
  const canCreate = useHasRole('developer')
  if (!canCreate) return null
  return (
    <Button component={Link} to="/applications/new" leftSection={<IconPlus size={18} stroke={2} aria-hidden="true" />}>
      New application
    </Button>
  )
}

const columns: Column<Application>[] = [
  { id: 'name', header: 'Name', cell: ({ row }) => <Name application={row.original} /> },
  { id: 'rpId', header: 'RP ID', cell: ({ row }) => <RpId rpId={row.original.rpId} /> },
  {
    id: 'users',
    header: 'Users with a passkey',
    meta: { isNumber: true },
    cell: ({ row }) => <EnrolledUsers id={row.original.id} />,
  },
  { id: 'signIns', header: 'Sign-ins, 30 days', cell: ({ row }) => <RecentSignIns id={row.original.id} /> },
  { id: 'updatedAt', header: 'Last changed', cell: ({ row }) => <Time at={row.original.updatedAt} /> },
]

/** Enrolled users are one call for each application. */
const mostCounted = 100

const listColumns = (applications: number) =>
  applications > mostCounted ? columns.filter(({ id }) => id !== 'users') : columns

function Applications() {
  const { data } = useSuspenseQuery(applicationsQuery)
  if (data.length === 0) return <NoApplications />
  return (
    <Card flush>
      <DataTable label="Applications" columns={listColumns(data.length)} rows={data} getKey={({ id }) => id} />
    </Card>
  )
}

function Name({ application: { id, name } }: { application: Application }) {
  return <RowLink to={`/applications/${id}`} tile={<Monogram id={id} name={name} size={32} />} text={name} note={id} />
}

/** Passkeys for localhost are those of a developer. */
const RpId = ({ rpId }: { rpId: string }) => (
  <span className={styles.rpId}>
    <code>{rpId}</code>
    {rpId === 'localhost' && <Badge>Development</Badge>}
  </span>
)

function NoApplications() {
  return (
    <Card>
      <EmptyState icon={IconApps} title="Create your first application" actions={<NewApplication />}>
        An application is one website or product whose users sign in with passkeys. You need its address; everything
        else has defaults that you can change later.
      </EmptyState>
    </Card>
  )
}
