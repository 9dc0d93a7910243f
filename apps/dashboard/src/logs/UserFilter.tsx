import { useLingui } from '@lingui/react/macro'
import { useDebouncedValue } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { filterTexts } from '../common/events/filters.ts'
import { toSearch, usersQuery } from '../common/users/queries.ts'
import { SearchList } from './SearchList.tsx'
import type { ValueProps } from './value-props.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const mostShown = 8

/** Finds a user by a part of the name, or takes an ID, which a deleted user has too. */
export function UserFilter({ id, ...props }: ValueProps & { id: string }) {
  const { t } = useLingui()
  const [text, setText] = useState(props.value ?? '')
  const trimmed = text.trim()
  const isId = uuid.test(trimmed)
  const [search] = useDebouncedValue(isId ? '' : trimmed, 150)
  const { data } = useInfiniteQuery(usersQuery(id, toSearch(search)))
  const found = isId
    ? [{ id: trimmed.toLowerCase(), username: t`The user with this ID` }]
    : (data?.pages[0]?.users ?? []).slice(0, mostShown)
  return (
    <SearchList
      {...props}
      label={filterTexts.user.placeholder}
      listLabel={t`Users`}
      text={text}
      onText={setText}
      choices={found.map((user) => ({ value: user.id, title: user.username, note: user.id }))}
      empty={t`No matching users`}
    />
  )
}
