import { Trans } from '@lingui/react/macro'
import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AuthenticatorIcon } from '../ui/AuthenticatorIcon.tsx'
import { ModelBadges } from '../ui/ModelBadges.tsx'
import styles from './Authenticators.module.css'
import { type Authenticator, searchQuery } from './queries.ts'

type Props = { label: string; excluded: readonly string[]; onPick: (authenticator: Authenticator) => void }

/** Finds a model by its name. */
export function AuthenticatorPicker({ label, excluded, onPick }: Props) {
  const [text, setText] = useState('')
  const [name] = useDebouncedValue(text.trim(), 150)
  const { data = [] } = useQuery(searchQuery(name))
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const found = data.filter(({ id }) => !excluded.includes(id))
  function pick(id: string) {
    const picked = found.find((authenticator) => authenticator.id === id)
    if (picked) onPick(picked)
    setText('')
    combobox.closeDropdown()
  }
  return (
    <Combobox store={combobox} onOptionSubmit={pick}>
      <Combobox.Target>
        <TextInput
          className={styles.picker}
          aria-label={label}
          placeholder={label}
          value={text}
          leftSection={<IconSearch size={16} stroke={1.8} aria-hidden="true" />}
          onFocus={() => combobox.openDropdown()}
          onClick={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
          onChange={({ target }) => {
            setText(target.value)
            combobox.openDropdown()
            combobox.updateSelectedOptionIndex()
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options mah={280} style={{ overflowY: 'auto' }}>
          {found.length === 0 && (
            <Combobox.Empty>
              <Trans>No authenticator has this name</Trans>
            </Combobox.Empty>
          )}
          {found.map((authenticator) => (
            <Combobox.Option key={authenticator.id} value={authenticator.id} className={styles.option}>
              <AuthenticatorIcon iconLight={authenticator.iconLight} iconDark={authenticator.iconDark} />
              {authenticator.name} <ModelBadges metadata={authenticator.metadata} />
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
