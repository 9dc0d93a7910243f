import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconPlus, IconUsers } from '@tabler/icons-react'
import { useMutation, useQueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '../api/call.ts'
import { groupsQuery } from '../common/groups/queries.ts'
import { Card } from '../ui/Card.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { showSuccess } from '../ui/toast.tsx'
import { AddMembersDialog } from './AddMembersDialog.tsx'
import styles from './Groups.module.css'
import { type GroupDetails, type GroupMember, groupMembersQuery } from './queries.ts'

type Props = { id: string; group: GroupDetails; canChange: boolean }

/** The members of a group. */
export function GroupMembers({ id, group, canChange }: Props) {
  const { t } = useLingui()
  const { data, ...pages } = useSuspenseInfiniteQuery(groupMembersQuery(id, group.id))
  const [isAdding, setIsAdding] = useState(false)
  const remove = useRemoval(id, group)
  const members = data.pages.flatMap((page) => page.members)
  const add = canChange && (
    <Button
      variant="default"
      leftSection={<IconPlus size={18} stroke={2} aria-hidden="true" />}
      onClick={() => setIsAdding(true)}
    >
      <Trans>Add members</Trans>
    </Button>
  )
  return (
    <Card
      title={t`Members`}
      description={
        group.members > 0 && <Plural value={{ count: group.members }} one="# in this group." other="# in this group." />
      }
      actions={members.length > 0 && add}
      flush
    >
      {members.length === 0 ? (
        <EmptyState icon={IconUsers} title={t`No members`} actions={add}>
          <Trans>No user can sign in to programs that allow only this group.</Trans>
        </EmptyState>
      ) : (
        <DataTable
          label={t`Members`}
          columns={listColumns(id, canChange ? remove.mutate : undefined)}
          rows={members}
          getKey={({ userId }) => userId}
        />
      )}
      {pages.hasNextPage && (
        <div className={styles.foot}>
          <Button
            variant="default"
            size="xs"
            loading={pages.isFetchingNextPage}
            onClick={() => void pages.fetchNextPage()}
          >
            <Trans>Show more</Trans>
          </Button>
        </div>
      )}
      {isAdding && <AddMembersDialog id={id} group={group} onClose={() => setIsAdding(false)} />}
    </Card>
  )
}

const listColumns = (id: string, onRemove: ((member: GroupMember) => void) | undefined): Column<GroupMember>[] => [
  {
    id: 'username',
    header: i18n._(msg`Username`),
    cell: ({ row: { original } }) => (
      <Link className={styles.member} to={`/applications/${id}/users/${original.userId}`}>
        {original.username}
      </Link>
    ),
  },
  { id: 'displayName', header: i18n._(msg`Display name`), cell: ({ row }) => row.original.displayName },
  {
    id: 'actions',
    header: '',
    cell: ({ row: { original } }) =>
      onRemove && (
        <Button
          variant="default"
          size="xs"
          aria-label={i18n._(msg`Remove ${{ username: original.username }}`)}
          onClick={() => onRemove(original)}
        >
          <Trans context="from a group">Remove</Trans>
        </Button>
      ),
  },
]

function useRemoval(id: string, group: GroupDetails) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const params = { id, groupId: group.id }
  const readAgain = () => queries.invalidateQueries(groupsQuery(id))
  const restore = useMutation({
    mutationFn: (userId: string) => call('groupMembersAdd', { params, body: { userIds: [userId] } }),
    onSuccess: readAgain,
  })
  return useMutation({
    mutationFn: ({ userId }: GroupMember) => call('groupMemberRemove', { params: { ...params, userId } }),
    onSuccess: async (_, { userId, username }) => {
      await readAgain()
      showSuccess(t`Removed ${username}`, { undo: () => restore.mutate(userId) })
    },
  })
}
