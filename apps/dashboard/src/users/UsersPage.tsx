import { Button, Loader, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch, IconUsers } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { ApplicationPage } from '../common/applications/ApplicationPage.tsx'
import { QuickstartButton } from '../common/applications/QuickstartButton.tsx'
import { type User, usersQuery } from '../common/users/queries.ts'
import { Badge } from '../ui/Badge.tsx'
import { Card } from '../ui/Card.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Monogram } from '../ui/Monogram.tsx'
import { Placeholder } from '../ui/Placeholder.tsx'
import { RowLink } from '../ui/RowLink.tsx'
import { formatDay } from '../ui/times.ts'
import styles from './Users.module.css'

/** The users of an application. */
export function UsersPage() {
  const { applicationId = '' } = useParams()
  return (
    <ApplicationPage id={applicationId} title="Users" description="Everyone who has an account in this application.">
      <Users key={applicationId} id={applicationId} />
    </ApplicationPage>
  )
}

function Users({ id }: { id: string }) {
  const [text, setText] = useState('')
  const [prefix] = useDebouncedValue(text.trim(), 150)
  const { data, error, isFetching, isPending, refetch, ...pages } = useInfiniteQuery({
    ...usersQuery(id, prefix),
    placeholderData: (previous) => previous,
  })
  const users = data?.pages.flatMap((page) => page.users) ?? []
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <>
      <TextInput
        className={styles.search}
        aria-label="Search users"
        placeholder="Search by the beginning of a username"
        type="search"
        value={text}
        onChange={({ target }) => setText(target.value)}
        leftSection={<IconSearch size={16} stroke={1.8} aria-hidden="true" />}
        rightSection={isFetching && !isPending ? <Loader size={14} /> : undefined}
      />
      {isPending ? <Placeholder /> : <Found id={id} users={users} prefix={prefix} />}
      {pages.hasNextPage && (
        <Button
          variant="default"
          className={styles.more}
          loading={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </>
  )
}

function Found({ id, users, prefix }: { id: string; users: readonly User[]; prefix: string }) {
  if (users.length > 0) {
    return (
      <Card flush>
        <DataTable label="Users" columns={listColumns(id)} rows={users} getKey={(user) => user.id} />
      </Card>
    )
  }
  if (prefix !== '') {
    return (
      <Card>
        <EmptyState icon={IconSearch} title={`No username begins with “${prefix}”`}>
          The search matches the beginning of usernames, ignoring case.
        </EmptyState>
      </Card>
    )
  }
  return (
    <Card>
      <EmptyState icon={IconUsers} title="No users yet" actions={<QuickstartButton id={id} variant="default" />}>
        Users appear here when they create their first passkey on your website. You can also import users with their
        passkeys from another product: <code>npx thumbturn import</code>.
      </EmptyState>
    </Card>
  )
}

const listColumns = (id: string): Column<User>[] => [
  {
    id: 'username',
    header: 'Username',
    cell: ({ row: { original } }) => (
      <RowLink
        to={`/applications/${id}/users/${original.id}`}
        tile={<Monogram id={original.id} name={original.displayName || original.username} />}
        text={original.username}
        note={original.displayName === original.username ? undefined : original.displayName}
      />
    ),
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ row: { original } }) =>
      original.status === 'active' ? <Badge kind="good">Active</Badge> : <Badge kind="warning">Inactive</Badge>,
  },
  { id: 'createdAt', header: 'Created', cell: ({ row }) => formatDay(row.original.createdAt) },
]
