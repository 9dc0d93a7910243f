import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconPlus, IconUsersGroup } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { ApplicationPage } from '../common/applications/ApplicationPage.tsx'
import { type Group, groupPath, groupsQuery } from '../common/groups/queries.ts'
import { useHasRole } from '../session/session.ts'
import { Card } from '../ui/Card.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Monogram } from '../ui/Monogram.tsx'
import { RowLink } from '../ui/RowLink.tsx'
import { formatDay } from '../ui/times.ts'
import { GroupDialog } from './GroupDialog.tsx'

/** The groups of an application's users. */
export function GroupsPage() {
  const { t } = useLingui()
  const { applicationId: id = '' } = useParams()
  return (
    <ApplicationPage
      id={id}
      title={t`Groups`}
      description={t`Groups of users. Programs get their names, and OpenID clients can let only members of some groups sign in.`}
      actions={<NewGroup id={id} />}
    >
      <Groups id={id} />
    </ApplicationPage>
  )
}

function NewGroup({ id }: { id: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const go = useNavigate()
  if (!useHasRole('developer', id)) return null
  return (
    <>
      <Button leftSection={<IconPlus size={18} stroke={2} aria-hidden="true" />} onClick={() => setIsOpen(true)}>
        <Trans>Create a group</Trans>
      </Button>
      {isOpen && (
        <GroupDialog id={id} onClose={() => setIsOpen(false)} onSaved={(group) => go(groupPath(id, group.id))} />
      )}
    </>
  )
}

function Groups({ id }: { id: string }) {
  const { t } = useLingui()
  const { data } = useSuspenseQuery(groupsQuery(id))
  if (data.length === 0)
    return (
      <Card>
        <EmptyState icon={IconUsersGroup} title={t`No groups yet`} actions={<NewGroup id={id} />}>
          <Trans>
            A group such as <code>admins</code> decides who can sign in to a program, and what they can do there:
            programs get the groups of a user in the claim <code>groups</code>.
          </Trans>
        </EmptyState>
      </Card>
    )
  return (
    <Card flush>
      <DataTable label={t`Groups`} columns={listColumns(id)} rows={data} getKey={(group) => group.id} />
    </Card>
  )
}

const listColumns = (id: string): Column<Group>[] => [
  {
    id: 'name',
    header: i18n._(msg`Name`),
    cell: ({ row: { original } }) => (
      <RowLink
        to={groupPath(id, original.id)}
        tile={<Monogram id={original.id} name={original.name} />}
        text={original.name}
        note={original.description}
      />
    ),
  },
  {
    id: 'claims',
    header: i18n._(msg`Custom claims`),
    cell: ({ row }) =>
      Object.keys(row.original.claims).join(', ') || i18n._(msg({ message: 'None', context: 'claims' })),
  },
  { id: 'createdAt', header: i18n._(msg`Created`), cell: ({ row }) => formatDay(row.original.createdAt) },
]
