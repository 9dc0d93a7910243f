import { Trans, useLingui } from '@lingui/react/macro'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { filterTexts } from '../common/events/filters.ts'
import styles from './Filters.module.css'
import { factDescriptions } from './types.ts'
import type { ValueProps } from './value-props.ts'

/** A fact by its name and value. */
export function DetailFilter({ value = 'os:', onPick }: ValueProps) {
  const { t } = useLingui()
  const facts = factDescriptions()
  const names = [...facts.keys()].sort((one, other) => one.localeCompare(other))
  const colon = value.indexOf(':')
  const [name, setName] = useState(value.slice(0, colon))
  const [text, setText] = useState(value.slice(colon + 1))
  function submit(event: FormEvent) {
    event.preventDefault()
    onPick(`${name}:${text.trim()}`)
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <NativeSelect
        label={t`Fact`}
        description={facts.get(name)}
        data={names.includes(name) ? names : [name, ...names]}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <TextInput
        label={t`Value`}
        placeholder={filterTexts.detail.placeholder}
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
