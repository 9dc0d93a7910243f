import { IconUsersGroup } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { ApplicationPage } from '../common/applications/ApplicationPage.tsx'
import { roleNames } from '../common/members/roles.ts'
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
  const { applicationId = '' } = useParams()
  return (
    <ApplicationPage
      id={applicationId}
      title="Access"
      description="Members with a role on this application. Members with a role on the whole installation also have access."
      actions={<InviteButton application={applicationId} />}
    >
      <Members id={applicationId} />
      <Invitations application={applicationId} />
    </ApplicationPage>
  )
}

function Members({ id }: { id: string }) {
  const { data } = useSuspenseQuery(applicationMembersQuery(id))
  const { member } = useSession()
  if (data.length === 0) {
    return (
      <Card>
        <EmptyState icon={IconUsersGroup} title="No members yet">
          Invite a colleague who should see only this application.
        </EmptyState>
      </Card>
    )
  }
  return (
    <Card flush>
      <DataTable label="Members" columns={listColumns(member.id)} rows={data} getKey={(one) => one.id} />
    </Card>
  )
}

const listColumns = (own: string): Column<ApplicationMember>[] => [
  {
    id: 'name',
    header: 'Name',
    cell: ({ row }) => <MemberName member={row.original} isOwn={row.original.id === own} />,
  },
  { id: 'role', header: 'Role', cell: ({ row }) => roleNames[row.original.role] },
]
