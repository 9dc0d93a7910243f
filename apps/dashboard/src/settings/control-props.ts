import type { SettingName } from './groups.ts'

/** The props of every control. */
export type ControlProps = {
  name: SettingName
  value: unknown
  onChange: (value: unknown) => void
  disabled: boolean
  /** Attributes that connect the control with its label and its description. */
  described: LabelProps
}

/** Attributes that connect a control with its label and its description. */
export type LabelProps = { 'aria-labelledby': string; 'aria-describedby': string; 'aria-invalid': boolean }
