import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { Trans, useLingui } from '@lingui/react/macro'
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
  const { t } = useLingui()
  return (
    <Page
      title={t`Applications`}
      description={t`Each application has its own users, passkeys, and keys.`}
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
      <Trans>New application</Trans>
    </Button>
  )
}

/** Enrolled users are one call for each application. */
const mostCounted = 100

function listColumns(applications: number): Column<Application>[] {
  const users: Column<Application> = {
    id: 'users',
    header: i18n._(msg`Users with a passkey`),
    meta: { isNumber: true },
    cell: ({ row }) => <EnrolledUsers id={row.original.id} />,
  }
  return [
    { id: 'name', header: i18n._(msg`Name`), cell: ({ row }) => <Name application={row.original} /> },
    { id: 'rpId', header: i18n._(msg`RP ID`), cell: ({ row }) => <RpId rpId={row.original.rpId} /> },
    ...(applications > mostCounted ? [] : [users]),
    {
      id: 'signIns',
      header: i18n._(msg`Sign-ins, 30 days`),
      cell: ({ row }) => <RecentSignIns id={row.original.id} />,
    },
    { id: 'updatedAt', header: i18n._(msg`Last changed`), cell: ({ row }) => <Time at={row.original.updatedAt} /> },
  ]
}

function Applications() {
  const { t } = useLingui()
  const { data } = useSuspenseQuery(applicationsQuery)
  if (data.length === 0) return <NoApplications />
  return (
    <Card flush>
      <DataTable label={t`Applications`} columns={listColumns(data.length)} rows={data} getKey={({ id }) => id} />
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
    {rpId === 'localhost' && (
      <Badge>
        <Trans>Development</Trans>
      </Badge>
    )}
  </span>
)

function NoApplications() {
  const { t } = useLingui()
  return (
    <Card>
      <EmptyState icon={IconApps} title={t`Create your first application`} actions={<NewApplication />}>
        <Trans>
          An application is one website or product whose users sign in with passkeys. You need its address; everything
          else has defaults that you can change later.
        </Trans>
      </EmptyState>
    </Card>
  )
}
