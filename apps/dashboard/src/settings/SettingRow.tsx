import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { FieldRow, type LabelProps } from '../common/fields/FieldRow.tsx'
import { isSame } from './draft.ts'
import type { SettingName } from './groups.ts'
import { defaultFor, describeSetting, findProblem } from './schema.ts'
import { formatDefault } from './words.ts'

type Props = {
  name: SettingName
  label: string
  value: unknown
  onChange: (value: unknown) => void
  disabled: boolean
  /** Whether the value differs from what is saved. */
  isChanged: boolean
  children: (described: LabelProps) => ReactNode
}

/** The label, description, and default of a setting next to its control, and what is wrong with the value. */
export function SettingRow({ name, label, value, onChange, disabled, isChanged, children }: Props) {
  const preset = defaultFor(name)
  const note = (
    <>
      {isSame(value, preset) ? 'Default' : `Default: ${formatDefault(name, preset)}`}
      {!isSame(value, preset) && !disabled && (
        <Button
          variant="subtle"
          size="compact-xs"
          aria-label={`Reset ${label} to the default`}
          onClick={() => onChange(preset)}
        >
          Reset
        </Button>
      )}
    </>
  )
  const problem = findProblem(name, value)
  return (
    <FieldRow label={label} description={describeSetting(name)} problem={problem} isChanged={isChanged} note={note}>
      {children}
    </FieldRow>
  )
}
