import { useLingui } from '@lingui/react/macro'
import { Textarea } from '@mantine/core'
import { parseClaims } from './claims.ts'

type Props = { value: string; onChange: (text: string) => void }

const example = '{ "department": "Engines" }'

/** Custom claims as JSON. */
export function ClaimsField({ value, onChange }: Props) {
  const { t } = useLingui()
  return (
    <Textarea
      label={t`Custom claims`}
      description={t`JSON. Clients get the claims that their settings name.`}
      placeholder={example}
      autosize
      minRows={2}
      maxRows={12}
      styles={{ input: { fontFamily: 'var(--mono)' } }}
      value={value}
      error={parseClaims(value) === undefined && t`Enter a JSON object, such as ${example}`}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
