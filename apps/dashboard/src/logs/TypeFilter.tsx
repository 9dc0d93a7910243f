import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { EventType } from './EventType.tsx'
import type { ValueProps } from './FilterChip.tsx'
import styles from './Filters.module.css'
import { findTypes } from './types.ts'

/** Finds a type by its name or description. */
export function TypeFilter({ value, onPick }: ValueProps) {
  const [text, setText] = useState('')
  const combobox = useCombobox()
  const found = findTypes(text)
  return (
    <Combobox store={combobox} onOptionSubmit={onPick}>
      <Combobox.EventsTarget>
        <TextInput
          aria-label="Search types"
          placeholder="Search types"
          value={text}
          data-autofocus
          leftSection={<IconSearch size={16} stroke={1.8} aria-hidden="true" />}
          onChange={({ target }) => {
            setText(target.value)
            combobox.updateSelectedOptionIndex()
          }}
        />
      </Combobox.EventsTarget>
      <Combobox.Options className={styles.options} aria-label="Types">
        {found.length === 0 && <Combobox.Empty>No type matches</Combobox.Empty>}
        {found.map((choice) => (
          <Combobox.Option
            key={choice.value}
            value={choice.value}
            selected={choice.value === value}
            className={styles.option}
          >
            <EventType type={choice.value} />
            <small>{choice.summary}</small>
          </Combobox.Option>
        ))}
      </Combobox.Options>
    </Combobox>
  )
}
