import { Button, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { LiveRegion } from '../../ui/Notice.tsx'
import { Failure } from '../failures/Failure.tsx'
import styles from '../shell/Form.module.css'

/** Asks for one line and hands it over: a code, an address, a PIN. */
export function LineForm({ label, action, pending, error, onDone, ...input }: LineFormProps) {
  const [text, setText] = useState(input.initially ?? '')
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (text.trim() && !pending) onDone(text.trim())
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
      />
      <Button type="submit" size="md" aria-disabled={pending || undefined}>
        {action}
      </Button>
      <LiveRegion>{error ? <Failure error={error} /> : null}</LiveRegion>
    </form>
  )
}

type LineFormProps = {
  label: string
  action: string
  kind: 'address' | 'code'
  description?: string
  secret?: boolean
  initially?: string
  pending: boolean
  error: unknown
  onDone: (text: string) => void
}
