import type { LabelProps } from '../common/fields/FieldRow.tsx'
import type { FieldName } from './field-texts.ts'

/** The props of the controls that only some fields have. */
export type ControlProps = {
  name: FieldName
  value: unknown
  onChange: (value: unknown) => void
  disabled: boolean
  /** Attributes that connect the control with its label and its description. */
  described: LabelProps
}
