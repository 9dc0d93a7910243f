import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { IconUsersGroup } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { ApplicationPage } from '../common/applications/ApplicationPage.tsx'
import { nameRole } from '../common/members/roles.ts'
import { useSession } from '../session/session.ts'
import { Card } from '../ui/Card.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Invitations } from './Invitations.tsx'
import { InviteButton } from './InviteButton.tsx'
import { MemberName } from './MemberName.tsx'
import { type ApplicationMember, applicationMembersQuery } from './queries.ts'

/** The members who have a role on one application. */
export function AccessPage() {
  const { t } = useLingui()
  const { applicationId = '' } = useParams()
  return (
    <ApplicationPage
      id={applicationId}
      title={t`Access`}
      description={t`Members with a role on this application. Members with a role on the whole installation also have access.`}
      actions={<InviteButton application={applicationId} />}
    >
      <Members id={applicationId} />
      <Invitations application={applicationId} />
    </ApplicationPage>
  )
}

function Members({ id }: { id: string }) {
  const { t } = useLingui()
  const { data } = useSuspenseQuery(applicationMembersQuery(id))
  const { member } = useSession()
  if (data.length === 0) {
    return (
      <Card>
        <EmptyState icon={IconUsersGroup} title={t`No members yet`}>
          <Trans>Invite a colleague who should see only this application.</Trans>
        </EmptyState>
      </Card>
    )
  }
  return (
    <Card flush>
      <DataTable label={t`Members`} columns={listColumns(member.id)} rows={data} getKey={(one) => one.id} />
    </Card>
  )
}

const listColumns = (own: string): Column<ApplicationMember>[] => [
  {
    id: 'name',
    header: i18n._(msg`Name`),
    cell: ({ row }) => <MemberName member={row.original} isOwn={row.original.id === own} />,
  },
  { id: 'role', header: i18n._(msg`Role`), cell: ({ row }) => nameRole(row.original.role) },
]
