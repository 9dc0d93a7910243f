import type { LabelProps } from '../common/fields/FieldRow.tsx'
import type { SettingName } from './groups.ts'

/** The props of the controls that only one setting has. */
export type ControlProps = {
  name: SettingName
  value: unknown
  onChange: (value: unknown) => void
  disabled: boolean
  /** Attributes that connect the control with its label and its description. */
  described: LabelProps
}
