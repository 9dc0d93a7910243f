import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import type { ControlProps } from './control-props.ts'
import styles from './controls.module.css'
import { findField, findProblem } from './schema.ts'
import { nameField } from './texts.ts'

/** A color as text, and in the color picker of the browser. */
export function ColorField({ name, value, onChange, disabled, described }: ControlProps) {
  const { t } = useLingui()
  const field = findField(name)
  const label = nameField(name)
  const text = String(value)
  const isColor = text !== '' && findProblem(name, value) === undefined
  return (
    <div className={styles.color}>
      <input
        type="color"
        aria-label={t`Choose ${label}`}
        className={styles.swatch}
        data-empty={!isColor || undefined}
        value={isColor ? text : '#ffffff'}
        disabled={disabled}
        onChange={({ target }) => onChange(target.value)}
      />
      <TextInput
        value={text}
        placeholder={field.kind === 'text' ? field.example : undefined}
        disabled={disabled}
        onChange={({ target }) => onChange(target.value)}
        {...described}
      />
    </div>
  )
}
