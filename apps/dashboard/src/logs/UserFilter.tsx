import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usersQuery } from '../users/queries.ts'
import type { ValueProps } from './FilterChip.tsx'
import styles from './Filters.module.css'
import { filterTexts } from './filters.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const mostShown = 8

/** Finds a user by the beginning of the username, or takes an ID, which a deleted user has too. */
export function UserFilter({ id, value = '', onPick }: ValueProps & { id: string }) {
  const [text, setText] = useState(value)
  const trimmed = text.trim()
  const [prefix] = useDebouncedValue(uuid.test(trimmed) ? '' : trimmed, 150)
  const { data } = useInfiniteQuery(usersQuery(id, prefix))
  const combobox = useCombobox()
  const found = uuid.test(trimmed)
    ? [{ id: trimmed.toLowerCase(), username: 'The user with this ID' }]
    : (data?.pages[0]?.users ?? []).slice(0, mostShown)
  return (
    <Combobox store={combobox} onOptionSubmit={onPick}>
      <Combobox.EventsTarget>
        <TextInput
          aria-label={filterTexts.user.placeholder}
          placeholder={filterTexts.user.placeholder}
          value={text}
          data-autofocus
          leftSection={<IconSearch size={16} stroke={1.8} aria-hidden="true" />}
          onChange={({ target }) => {
            setText(target.value)
            combobox.updateSelectedOptionIndex()
          }}
        />
      </Combobox.EventsTarget>
      <Combobox.Options className={styles.options} aria-label="Users">
        {found.length === 0 && <Combobox.Empty>No username begins like this</Combobox.Empty>}
        {found.map((user) => (
          <Combobox.Option key={user.id} value={user.id} className={styles.option}>
            {user.username}
            <small>{user.id}</small>
          </Combobox.Option>
        ))}
      </Combobox.Options>
    </Combobox>
  )
}
