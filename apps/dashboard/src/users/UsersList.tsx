import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch, IconUsers } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { QuickstartButton } from '../common/applications/QuickstartButton.tsx'
import { type User, usersQuery } from '../common/users/queries.ts'
import { useHasRole } from '../session/session.ts'
import { Badge } from '../ui/Badge.tsx'
import { Card } from '../ui/Card.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Monogram } from '../ui/Monogram.tsx'
import { formatCount } from '../ui/numbers.ts'
import { PagePlaceholder } from '../ui/PagePlaceholder.tsx'
import { RowLink } from '../ui/RowLink.tsx'
import { Time } from '../ui/Time.tsx'
import { formatDay } from '../ui/times.ts'
import { Filters } from './Filters.tsx'
import { type Choices, isFiltered, readChoices, toFilter } from './filter.ts'
import styles from './Users.module.css'

type Props = { id: string; onImport: () => void }

/** The users who match the search and the filters, which the address of the page keeps. */
export function UsersList({ id, onImport }: Props) {
  const { choices, change } = useChoices()
  const [settled] = useDebouncedValue(choices, 150)
  const { data, error, isFetching, isPending, isPlaceholderData, refetch, ...pages } = useInfiniteQuery({
    ...usersQuery(id, toFilter(settled)),
    placeholderData: (previous) => previous,
  })
  const users = data?.pages.flatMap((page) => page.users) ?? []
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = pages
  const mustContinue = hasNextPage && !isFetching && !isPlaceholderData && users.length === 0
  // A page looks at a limited number of users: the first one can be empty although others follow.
  useEffect(() => {
    if (mustContinue) void fetchNextPage()
  }, [mustContinue, fetchNextPage])
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  const isSearching = isPending || (users.length === 0 && hasNextPage)
  const isUnused = users.length === 0 && !isFiltered(settled)
  return (
    <>
      {(isPending || !isUnused) && (
        <Filters choices={choices} isSearching={isFetching && !isFetchingNextPage} onChange={change} />
      )}
      {isSearching && <PagePlaceholder parts={['table']} />}
      {!isSearching && users.length > 0 && <Found id={id} users={users} total={data?.pages[0]?.total} />}
      {!isSearching && users.length === 0 && (isUnused ? <Unused id={id} onImport={onImport} /> : <Unmatched />)}
      {hasNextPage && users.length > 0 && (
        <Button
          variant="default"
          className={styles.more}
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          <Trans>Show more</Trans>
        </Button>
      )}
    </>
  )
}

function useChoices() {
  const [parameters, setParameters] = useSearchParams()
  // The address follows a moment later, so that typing doesn't wait for it.
  const [choices, setChoices] = useState(() => readChoices(parameters))
  const change = (changed: Partial<Choices>) => {
    const next = { ...choices, ...changed }
    setChoices(next)
    setParameters(
      Object.entries(next).filter(([, value]) => value !== ''),
      { replace: true },
    )
  }
  return { choices, change }
}

function Found({ id, users, total }: { id: string; users: readonly User[]; total: number | undefined }) {
  const { t } = useLingui()
  return (
    <Card flush>
      {total !== undefined && (
        <p className={styles.total}>
          <Plural value={total} one="# user" other="# users" />
        </p>
      )}
      <DataTable label={t`Users`} columns={listColumns(id)} rows={users} getKey={(user) => user.id} />
    </Card>
  )
}

function Unmatched() {
  const { t } = useLingui()
  return (
    <Card>
      <EmptyState icon={IconSearch} title={t`No matching users`}>
        <Trans>
          The search finds any part of a username, a name, an email address, a phone number, or a user ID. New users and
          changes are found after a few seconds.
        </Trans>
      </EmptyState>
    </Card>
  )
}

function Unused({ id, onImport }: Props) {
  const { t } = useLingui()
  const canImport = useHasRole('developer', id)
  return (
    <Card>
      <EmptyState
        icon={IconUsers}
        title={t`No users yet`}
        actions={
          <div className={styles.starts}>
            <QuickstartButton id={id} variant="default" />
            {canImport && (
              <Button variant="default" onClick={onImport}>
                <Trans>Import users</Trans>
              </Button>
            )}
          </div>
        }
      >
        <Trans>
          Users appear here when they create their first passkey on your website. You can also create and invite users,
          or import them with their passkeys from another product.
        </Trans>
      </EmptyState>
    </Card>
  )
}

const listColumns = (id: string): Column<User>[] => [
  {
    id: 'username',
    header: i18n._(msg`User`),
    cell: ({ row: { original } }) => (
      <span className={styles.user}>
        <RowLink
          to={`/applications/${id}/users/${original.id}`}
          tile={<Monogram id={original.id} name={original.displayName || original.username} />}
          text={original.username}
          note={original.displayName === original.username ? undefined : original.displayName}
        />
        {original.status === 'inactive' && (
          <Badge kind="warning">
            <Trans context="user">Inactive</Trans>
          </Badge>
        )}
      </span>
    ),
  },
  {
    id: 'passkeys',
    header: i18n._(msg`Passkeys`),
    cell: ({ row: { original } }) =>
      original.passkeys === 0 ? (
        <span className={styles.none}>
          <Trans context="passkeys">None</Trans>
        </span>
      ) : (
        formatCount(original.passkeys)
      ),
  },
  {
    id: 'lastSignInAt',
    header: i18n._(msg`Last sign-in`),
    cell: ({ row: { original } }) =>
      original.lastSignInAt ? (
        <Time at={original.lastSignInAt} />
      ) : (
        <span className={styles.none}>
          <Trans context="sign-in">Never</Trans>
        </span>
      ),
  },
  { id: 'createdAt', header: i18n._(msg`Created`), cell: ({ row }) => formatDay(row.original.createdAt) },
]
