import { Checkbox, NumberInput, SegmentedControl, Switch, TextInput } from '@mantine/core'
import { TextList } from '../../ui/TextList.tsx'
import styles from './FieldRow.module.css'
import type { LabelProps } from './FieldRow.tsx'
import { type Choice, type Field, toggleChoice } from './field.ts'

/** The props of every control. */
export type ControlProps = {
  field: Field
  label: string
  value: unknown
  onChange: (value: unknown) => void
  disabled: boolean
  described: LabelProps
  /** A choice as it is shown; itself by default. */
  nameChoice?: (choice: Choice) => string
  /** The unit of a number, and the number in words. */
  explainNumber?: (value: unknown) => string | undefined
  /** The choices with one more or one less; in the order of clicks by default. */
  toggle?: (chosen: readonly Choice[], choice: Choice) => Choice[]
}

/** The control of a field. */
export function FieldControl(props: ControlProps) {
  const Control = controls[props.field.kind]
  return <Control {...props} />
}

const controls = { flag: Flag, number: Count, text: Text, choice: OneChoice, choices: Choices, texts: Texts }

function Flag({ value, onChange, disabled, described }: ControlProps) {
  return (
    <Switch
      checked={value === true}
      disabled={disabled}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      withThumbIndicator={false}
      {...described}
    />
  )
}

function Count({ field, value, onChange, disabled, described, explainNumber }: ControlProps) {
  const limits = field.kind === 'number' ? { min: field.minimum, max: field.maximum } : {}
  return (
    <div className={styles.count}>
      <NumberInput
        value={typeof value === 'number' ? value : ''}
        onChange={onChange}
        disabled={disabled}
        allowDecimal={false}
        clampBehavior="none"
        hideControls
        {...limits}
        {...described}
      />
      <span className={styles.unit}>{explainNumber?.(value)}</span>
    </div>
  )
}

function Text({ field, value, onChange, disabled, described }: ControlProps) {
  return (
    <TextInput
      value={String(value)}
      placeholder={field.kind === 'text' ? field.example : undefined}
      disabled={disabled}
      onChange={({ target }) => onChange(target.value)}
      {...described}
    />
  )
}

function OneChoice({ field, value, onChange, disabled, described, nameChoice = String }: ControlProps) {
  const choices = field.kind === 'choice' ? field.choices : []
  return (
    <SegmentedControl
      className={styles.segments}
      data={choices.map((choice) => ({ value: String(choice), label: nameChoice(choice) }))}
      value={String(value)}
      disabled={disabled}
      onChange={onChange}
      aria-labelledby={described['aria-labelledby']}
    />
  )
}

function Choices({ field, value, onChange, disabled, described, ...words }: ControlProps) {
  const { nameChoice = String, toggle = toggleChoice } = words
  const choices = field.kind === 'choices' ? field.choices : []
  const chosen = value as readonly Choice[]
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't take its legend from the row's label
    <div role="group" className={styles.choices} aria-labelledby={described['aria-labelledby']}>
      {choices.map((choice) => (
        <Checkbox
          key={choice}
          label={nameChoice(choice)}
          checked={chosen.includes(choice)}
          disabled={disabled}
          onChange={() => onChange(toggle(chosen, choice))}
        />
      ))}
    </div>
  )
}

function Texts({ field, label, value, onChange, disabled }: ControlProps) {
  return (
    <TextList
      noun={`entry of ${label}`}
      values={value as string[]}
      onChange={onChange}
      disabled={disabled}
      placeholder={field.kind === 'texts' ? field.example : undefined}
    />
  )
}
