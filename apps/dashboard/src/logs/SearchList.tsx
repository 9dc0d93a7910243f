import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './Filters.module.css'
import type { ValueProps } from './value-props.ts'

type Choice = { value: string; title: ReactNode; note: string }

type Props = ValueProps & {
  /** The subject of the search: the label of the field, and what it shows while it is empty. */
  label: string
  /** The name of the list. */
  listLabel: string
  text: string
  onText: (text: string) => void
  choices: readonly Choice[]
  /** The text of the list without choices. */
  empty: string
}

/** A field with a list of what it finds, which the arrow keys walk through. */
export function SearchList({ label, listLabel, text, onText, choices, empty, value, onPick }: Props) {
  const combobox = useCombobox()
  return (
    <Combobox store={combobox} onOptionSubmit={onPick}>
      <Combobox.EventsTarget>
        <TextInput
          aria-label={label}
          placeholder={label}
          value={text}
          data-autofocus
          leftSection={<IconSearch size={16} stroke={1.8} aria-hidden="true" />}
          onChange={({ target }) => {
            onText(target.value)
            combobox.updateSelectedOptionIndex()
          }}
        />
      </Combobox.EventsTarget>
      <Combobox.Options className={styles.options} aria-label={listLabel}>
        {choices.length === 0 && <Combobox.Empty>{empty}</Combobox.Empty>}
        {choices.map((choice) => (
          <Combobox.Option
            key={choice.value}
            value={choice.value}
            selected={choice.value === value}
            className={styles.option}
          >
            {choice.title}
            <small>{choice.note}</small>
          </Combobox.Option>
        ))}
      </Combobox.Options>
    </Combobox>
  )
}
