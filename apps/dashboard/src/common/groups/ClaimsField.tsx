import { Textarea } from '@mantine/core'
import { parseClaims } from './claims.ts'

type Props = { value: string; onChange: (text: string) => void }

/** Custom claims as JSON. */
export function ClaimsField({ value, onChange }: Props) {
  return (
    <Textarea
      label="Custom claims"
      description="JSON. Clients get the claims that their settings name."
      placeholder={'{ "department": "Engines" }'}
      autosize
      minRows={2}
      maxRows={12}
      styles={{ input: { fontFamily: 'var(--mono)' } }}
      value={value}
      error={parseClaims(value) === undefined && 'Enter a JSON object, such as { "department": "Engines" }'}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
