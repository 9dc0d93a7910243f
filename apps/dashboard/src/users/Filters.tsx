import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Loader, NativeSelect, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type Choices, isFiltered } from './filter.ts'
import styles from './Users.module.css'

type Select = { name: keyof Choices; label: MessageDescriptor; data: { value: string; label: MessageDescriptor }[] }

const selects: readonly Select[] = [
  {
    name: 'status',
    label: msg`Status`,
    data: [
      { value: '', label: msg`Any status` },
      { value: 'active', label: msg({ message: 'Active', context: 'user' }) },
      { value: 'inactive', label: msg({ message: 'Inactive', context: 'user' }) },
    ],
  },
  {
    name: 'passkeys',
    label: msg`Passkeys`,
    data: [
      { value: '', label: msg`Any number of passkeys` },
      { value: 'none', label: msg`No passkey` },
      { value: 'one', label: msg`One passkey` },
      { value: 'several', label: msg`Two or more passkeys` },
    ],
  },
  {
    name: 'lastSignIn',
    label: msg`Last sign-in`,
    data: [
      { value: '', label: msg`Any last sign-in` },
      { value: '1', label: msg`Signed in since yesterday` },
      { value: '7', label: msg`Signed in in the last 7 days` },
      { value: '30', label: msg`Signed in in the last 30 days` },
      { value: '-30', label: msg`Not in the last 30 days` },
      { value: '-90', label: msg`Not in the last 90 days` },
      { value: 'never', label: msg`Never signed in` },
    ],
  },
  {
    name: 'created',
    label: msg`Created`,
    data: [
      { value: '', label: msg`Created at any time` },
      { value: '1', label: msg`Created since yesterday` },
      { value: '7', label: msg`Created in the last 7 days` },
      { value: '30', label: msg`Created in the last 30 days` },
    ],
  },
  {
    name: 'sort',
    label: msg`Order`,
    data: [
      { value: '', label: msg`By username` },
      { value: 'newest', label: msg`Newest first` },
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
  const { t, i18n } = useLingui()
  const reset = () => onChange({ search: '', status: '', passkeys: '', lastSignIn: '', created: '' })
  return (
    <search className={styles.filters}>
      <TextInput
        className={styles.search}
        aria-label={t`Search users`}
        placeholder={t`Search by username, name, contact, or user ID`}
        type="search"
        value={choices.search}
        onChange={({ target }) => onChange({ search: target.value })}
        leftSection={<IconSearch size={16} stroke={1.8} aria-hidden="true" />}
        rightSection={isSearching ? <Loader size={14} /> : undefined}
      />
      {selects.map(({ name, label, data }) => (
        <NativeSelect
          key={name}
          aria-label={i18n._(label)}
          className={styles.filter}
          data-chosen={choices[name] !== '' || undefined}
          data={data.map((choice) => ({ value: choice.value, label: i18n._(choice.label) }))}
          value={choices[name]}
          onChange={({ target }) => onChange({ [name]: target.value })}
        />
      ))}
      {isFiltered(choices) && (
        <Button variant="subtle" onClick={reset}>
          <Trans>Clear</Trans>
        </Button>
      )}
    </search>
  )
}
