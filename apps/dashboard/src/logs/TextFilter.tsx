import { Trans } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { type FilterName, filterTexts } from '../common/events/filters.ts'
import styles from './Filters.module.css'
import type { ValueProps } from './value-props.ts'

/** A filter whose value is typed or pasted. */
export function TextFilter({ name, value = '', onPick }: ValueProps & { name: FilterName }) {
  const [text, setText] = useState(value)
  const { label, placeholder } = filterTexts[name]
  function submit(event: FormEvent) {
    event.preventDefault()
    onPick(text.trim() || undefined)
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextInput
        aria-label={label}
        placeholder={placeholder}
        value={text}
        maxLength={200}
        data-autofocus
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit">
        <Trans>Apply</Trans>
      </Button>
    </form>
  )
}
