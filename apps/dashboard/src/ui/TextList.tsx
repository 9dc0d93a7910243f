import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import styles from './TextList.module.css'

type Props = {
  /** The noun for one entry, such as "origin". */
  noun: string
  values: readonly string[]
  onChange: (values: string[]) => void
  placeholder?: string
  disabled?: boolean
  /** Turns what was typed into an entry. */
  parse?: (text: string) => string
}

/** Edits a list of texts: each on a line of its own, with a field for another one. */
export function TextList({ noun, values, onChange, placeholder, disabled = false, parse = (text) => text }: Props) {
  const { t } = useLingui()
  const [next, setNext] = useState('')
  function add() {
    const entry = parse(next.trim())
    if (entry === '') return
    if (!values.includes(entry)) onChange([...values, entry])
    setNext('')
  }
  const addOnEnter = (event: KeyboardEvent) => {
    // With an input method, Enter first confirms a word.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    add()
  }
  return (
    <div className={styles.list}>
      {values.length > 0 && (
        <ul>
          {values.map((value) => (
            <li key={value} className={styles.entry}>
              <code>{value}</code>
              <ActionIcon
                variant="subtle"
                color="gray"
                size="sm"
                disabled={disabled}
                aria-label={t`Remove ${value}`}
                onClick={() => onChange(values.filter((other) => other !== value))}
              >
                <IconX size={15} stroke={1.8} aria-hidden="true" />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      {!disabled && (
        <div className={styles.add}>
          <TextInput
            aria-label={t`New ${noun}`}
            placeholder={placeholder}
            value={next}
            onChange={({ target }) => setNext(target.value)}
            onKeyDown={addOnEnter}
            onBlur={add}
          />
          <Button
            variant="default"
            onClick={add}
            leftSection={<IconPlus size={16} stroke={1.8} aria-hidden="true" />}
            aria-label={t`Add ${noun}`}
          >
            <Trans>Add</Trans>
          </Button>
        </div>
      )}
    </div>
  )
}
