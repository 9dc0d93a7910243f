import { Button, Loader, NativeSelect, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type Choices, isFiltered } from './filter.ts'
import styles from './Users.module.css'

type Select = { name: keyof Choices; label: string; data: { value: string; label: string }[] }

const selects: readonly Select[] = [
  {
    name: 'status',
    label: 'Status',
    data: [
      { value: '', label: 'Any status' },
      { value: 'active', label: 'Active' },
      { value: 'inactive', label: 'Inactive' },
    ],
  },
  {
    name: 'passkeys',
    label: 'Passkeys',
    data: [
      { value: '', label: 'Any number of passkeys' },
      { value: 'none', label: 'No passkey' },
      { value: 'one', label: 'One passkey' },
      { value: 'several', label: 'Two or more passkeys' },
    ],
  },
  {
    name: 'lastSignIn',
    label: 'Last sign-in',
    data: [
      { value: '', label: 'Any last sign-in' },
      { value: '1', label: 'Signed in since yesterday' },
      { value: '7', label: 'Signed in in the last 7 days' },
      { value: '30', label: 'Signed in in the last 30 days' },
      { value: '-30', label: 'Not in the last 30 days' },
      { value: '-90', label: 'Not in the last 90 days' },
      { value: 'never', label: 'Never signed in' },
    ],
  },
  {
    name: 'created',
    label: 'Created',
    data: [
      { value: '', label: 'Created at any time' },
      { value: '1', label: 'Created since yesterday' },
      { value: '7', label: 'Created in the last 7 days' },
      { value: '30', label: 'Created in the last 30 days' },
    ],
  },
  {
    name: 'sort',
    label: 'Order',
    data: [
      { value: '', label: 'By username' },
      { value: 'newest', label: 'Newest first' },
    ],
  },
]

type Props = {
  choices: Choices
  isSearching: boolean
  onChange: (change: Partial<Choices>) => void
}

/** The search field and the filters of the list. */
export function Filters({ choices, isSearching, onChange }: Props) {
  const reset = () => onChange({ search: '', status: '', passkeys: '', lastSignIn: '', created: '' })
  return (
    <search className={styles.filters}>
      <TextInput
        className={styles.search}
        aria-label="Search users"
        placeholder="Search by username, name, contact, or user ID"
        type="search"
        value={choices.search}
        onChange={({ target }) => onChange({ search: target.value })}
        leftSection={<IconSearch size={16} stroke={1.8} aria-hidden="true" />}
        rightSection={isSearching ? <Loader size={14} /> : undefined}
      />
      {selects.map(({ name, label, data }) => (
        <NativeSelect
          key={name}
          aria-label={label}
          className={styles.filter}
          data-chosen={choices[name] !== '' || undefined}
          data={data}
          value={choices[name]}
          onChange={({ target }) => onChange({ [name]: target.value })}
        />
      ))}
      {isFiltered(choices) && (
        <Button variant="subtle" onClick={reset}>
          Clear
        </Button>
      )}
    </search>
  )
}
