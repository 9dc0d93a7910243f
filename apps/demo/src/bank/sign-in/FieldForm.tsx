import { Button, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { LiveRegion } from '../../ui/Notice.tsx'
import { Failure } from '../failures/Failure.tsx'
import styles from '../shell/Form.module.css'
import { addressFormat, type FieldFormat } from '../shell/shapes.ts'

/** A form with one field: a code, an address, a PIN. */
export function FieldForm({ label, action, pending, error, onDone, ...input }: FieldFormProps) {
  const [text, setText] = useState(input.initially ?? '')
  const [checked, setChecked] = useState(false)
  const { shape = input.kind === 'address' ? addressFormat : undefined } = input
  const fits = shape?.pattern.test(text.trim()) ?? text.trim() !== ''
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setChecked(true)
    if (fits && !pending) onDone(text.trim())
  }
  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      <TextInput
        label={label}
        description={input.description}
        size="md"
        type={input.secret ? 'password' : 'text'}
        inputMode={input.kind === 'address' ? 'email' : 'numeric'}
        autoComplete={input.kind === 'address' ? 'username' : input.secret ? 'off' : 'one-time-code'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={256}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        error={checked && !fits && shape?.otherwise}
      />
      <Button type="submit" size="md" aria-disabled={pending || undefined}>
        {action}
      </Button>
      <LiveRegion>{error && fits ? <Failure error={error} /> : null}</LiveRegion>
    </form>
  )
}

type FieldFormProps = {
  label: string
  action: string
  kind: 'address' | 'code'
  description?: string
  secret?: boolean
  /** Required format of the field, beyond that of its type. */
  shape?: FieldFormat
  initially?: string
  pending: boolean
  error: unknown
  onDone: (text: string) => void
}
