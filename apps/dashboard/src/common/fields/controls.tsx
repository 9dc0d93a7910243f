import { useLingui } from '@lingui/react/macro'
import { Checkbox, NativeSelect, NumberInput, Radio, SegmentedControl, Switch, TextInput } from '@mantine/core'
import { useId } from 'react'
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
  /** The consequence of a choice, if its name doesn't say it. */
  explainChoice?: (choice: Choice) => string | undefined
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

/** A segmented control with more letters would be wider than a phone. */
const mostSegmentLetters = 30

function OneChoice(props: ControlProps) {
  const { field, nameChoice = String, explainChoice } = props
  const choices = field.kind === 'choice' ? field.choices : []
  const options = choices.map((choice) => ({
    value: String(choice),
    label: nameChoice(choice),
    help: explainChoice?.(choice),
  }))
  if (options.some(({ help }) => help !== undefined)) return <Explained {...props} options={options} />
  const letters = options.reduce((sum, { label }) => sum + label.length, 0)
  return letters > mostSegmentLetters ? (
    <Dropdown {...props} options={options} />
  ) : (
    <Segments {...props} options={options} />
  )
}

type OptionProps = ControlProps & { options: { value: string; label: string; help: string | undefined }[] }

/** The name of an option and its consequence on one line, if there is room. */
export const optionStyles = { labelWrapper: styles.option }

function Explained({ options, value, onChange, disabled, described }: OptionProps) {
  const name = useId()
  return (
    <div role="radiogroup" className={styles.explained} aria-labelledby={described['aria-labelledby']}>
      {options.map(({ value: option, label, help }) => (
        <Radio
          key={option}
          name={name}
          value={option}
          size="xs"
          classNames={optionStyles}
          label={label}
          description={help}
          checked={option === String(value)}
          disabled={disabled}
          onChange={() => onChange(option)}
        />
      ))}
    </div>
  )
}

function Segments({ options, value, onChange, disabled, described }: OptionProps) {
  return (
    <SegmentedControl
      className={styles.segments}
      data={options}
      value={String(value)}
      disabled={disabled}
      onChange={onChange}
      aria-labelledby={described['aria-labelledby']}
    />
  )
}

function Dropdown({ options, value, onChange, disabled, described }: OptionProps) {
  return (
    <NativeSelect
      data={options.map(({ value: option, label }) => ({ value: option, label }))}
      value={String(value)}
      disabled={disabled}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      {...described}
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
  const { t } = useLingui()
  return (
    <TextList
      noun={t`entry of ${label}`}
      values={value as string[]}
      onChange={onChange}
      disabled={disabled}
      placeholder={field.kind === 'texts' ? field.example : undefined}
    />
  )
}
