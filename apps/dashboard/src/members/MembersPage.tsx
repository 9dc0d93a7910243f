import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LinkAddress } from '../common/members/LinkList.tsx'
import { type Member, membersQuery } from '../common/members/queries.ts'
import { formatAssignments, lacksRole } from '../common/members/roles.ts'
import { useSession } from '../session/session.ts'
import { Badge } from '../ui/Badge.tsx'
import { Card } from '../ui/Card.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { Page } from '../ui/Page.tsx'
import { formatDay } from '../ui/times.ts'
import { Invitations } from './Invitations.tsx'
import { InviteButton } from './InviteButton.tsx'
import { MemberDialog } from './MemberDialog.tsx'
import { MemberName } from './MemberName.tsx'
import styles from './Members.module.css'

/** The members of this dashboard, and their rights. */
export function MembersPage() {
  const { t } = useLingui()
  return (
    <Page
      title={t`Members`}
      description={t`Members sign in to this dashboard with a passkey. A role applies to the whole installation or to individual applications.`}
      actions={<InviteButton />}
    >
      <Members />
      <Invitations />
    </Page>
  )
}

function Members() {
  const { t } = useLingui()
  const { data } = useSuspenseQuery(membersQuery)
  const { member } = useSession()
  const [edited, setEdited] = useState<Member>()
  return (
    <Card flush>
      <DataTable label={t`Members`} columns={listColumns(member.id, setEdited)} rows={data} getKey={({ id }) => id} />
      {edited && <MemberDialog member={edited} onClose={() => setEdited(undefined)} />}
    </Card>
  )
}

const listColumns = (own: string, onEdit: (member: Member) => void): Column<Member>[] => [
  {
    id: 'name',
    header: i18n._(msg`Name`),
    cell: ({ row: { original } }) => <MemberName member={original} isOwn={original.id === own} />,
  },
  {
    id: 'roles',
    header: i18n._(msg`Role`),
    cell: ({ row: { original } }) =>
      lacksRole(original) ? <PendingState member={original} /> : formatAssignments(original.roles),
  },
  { id: 'createdAt', header: i18n._(msg`Joined`), cell: ({ row }) => formatDay(row.original.createdAt) },
  {
    id: 'actions',
    header: '',
    cell: ({ row: { original } }) => <EditButton member={original} onEdit={onEdit} />,
  },
]

/** The facts for an owner who decides about the first role: who says who it is. */
function PendingState({ member: { links } }: { member: Member }) {
  return (
    <span className={styles.pending}>
      <Badge kind="warning">
        <Trans>Pending</Trans>
      </Badge>
      {links.map((link) => (
        <span key={link.id} className={styles.source}>
          {link.provider.name} <LinkAddress link={link} />
        </span>
      ))}
    </span>
  )
}

function EditButton({ member, onEdit }: { member: Member; onEdit: (member: Member) => void }) {
  const { t } = useLingui()
  const isPending = lacksRole(member) && !member.provisioned
  const { name } = member
  const [action, label] = isPending ? [t`Grant role`, t`Grant role to ${name}`] : [t`Change`, t`Change ${name}`]
  return (
    <Button variant={isPending ? 'filled' : 'default'} size="xs" aria-label={label} onClick={() => onEdit(member)}>
      {action}
    </Button>
  )
}
