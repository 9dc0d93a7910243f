import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { isDay } from '../analytics/days.ts'

type Props = Omit<TextInputProps, 'type' | 'value' | 'onChange'> & {
  /** A day such as 2026-11-30, or the empty text. */
  value: string
  onChange: (day: string) => void
}

/** A field for a day. While a year is typed, browsers report days of years such as 0002: they stay in the field, and count for nothing. */
export function DayInput({ value, onChange, ...props }: Props) {
  const [shown, setShown] = useState(value)
  const [typed, setTyped] = useState(value)
  if (shown !== value) {
    setShown(value)
    setTyped(value)
  }
  function change(day: string) {
    setTyped(day)
    if (day === '' || isDay(day)) onChange(day)
  }
  return <TextInput {...props} type="date" value={typed} onChange={({ target }) => change(target.value)} />
}
