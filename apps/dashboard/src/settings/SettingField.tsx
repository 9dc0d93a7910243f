import { Checkbox, NumberInput, SegmentedControl, Switch, Textarea, TextInput } from '@mantine/core'
import { TextList } from '../ui/TextList.tsx'
import { AndroidApps } from './AndroidApps.tsx'
import { parseCertificate } from './certificate.ts'
import type { ControlProps } from './control-props.ts'
import { labels, type SettingName } from './groups.ts'
import styles from './SettingRow.module.css'
import { SettingRow } from './SettingRow.tsx'
import { findField, toggleChoice } from './schema.ts'
import { explainNumber, nameChoice } from './words.ts'

type Props = Pick<ControlProps, 'name' | 'value' | 'onChange' | 'disabled'> & { isChanged: boolean }

/** A setting with its label, description, default, and control. */
export function SettingField(props: Props) {
  const Control = controls[findField(props.name).kind]
  const Special = special[props.name]
  return (
    <SettingRow {...props} label={labels[props.name]}>
      {(described) => {
        const given = { ...props, described }
        return Special ? <Special {...given} /> : <Control {...given} />
      }}
    </SettingRow>
  )
}

const controls = { flag: Flag, number: Count, text: Text, choice: Choice, choices: Choices, texts: Texts }

const special: Partial<Record<SettingName, typeof Text>> = {
  androidApps: AndroidApps,
  trustAnchors: Certificates,
  mfaPolicy: LongText,
}

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

function Count({ name, value, onChange, disabled, described }: ControlProps) {
  const field = findField(name)
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
      <span className={styles.unit}>{explainNumber(name, value)}</span>
    </div>
  )
}

function Text({ name, value, onChange, disabled, described }: ControlProps) {
  const field = findField(name)
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

function LongText({ value, onChange, disabled, described }: ControlProps) {
  return (
    <Textarea
      value={String(value)}
      autosize
      minRows={2}
      disabled={disabled}
      onChange={({ target }) => onChange(target.value)}
      {...described}
    />
  )
}

function Choice({ name, value, onChange, disabled, described }: ControlProps) {
  const field = findField(name)
  const data = field.kind === 'choice' ? field.choices.map((choice) => toOption(name, choice)) : []
  return (
    <SegmentedControl
      className={styles.segments}
      data={data}
      value={String(value)}
      disabled={disabled}
      onChange={onChange}
      aria-labelledby={described['aria-labelledby']}
    />
  )
}

const toOption = (name: SettingName, choice: string | number) => ({
  value: String(choice),
  label: nameChoice(name, choice),
})

function Choices({ name, value, onChange, disabled, described }: ControlProps) {
  const field = findField(name)
  const choices = field.kind === 'choices' ? field.choices : []
  const chosen = value as readonly (string | number)[]
  const toggle = (choice: string | number) => onChange(toggleChoice(name, chosen, choice))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't take its legend from the row's label
    <div role="group" className={styles.choices} aria-labelledby={described['aria-labelledby']}>
      {choices.map((choice) => (
        <Checkbox
          key={choice}
          label={nameChoice(name, choice)}
          checked={chosen.includes(choice)}
          disabled={disabled}
          onChange={() => toggle(choice)}
        />
      ))}
    </div>
  )
}

function Texts({ name, value, onChange, disabled }: ControlProps) {
  const field = findField(name)
  const noun = `entry of ${labels[name]}`
  return (
    <TextList
      noun={noun}
      values={value as string[]}
      onChange={onChange}
      disabled={disabled}
      placeholder={field.kind === 'texts' ? field.example : undefined}
    />
  )
}

function Certificates({ value, onChange, disabled }: ControlProps) {
  return (
    <TextList
      noun="certificate"
      values={value as string[]}
      onChange={onChange}
      disabled={disabled}
      parse={parseCertificate}
      placeholder="-----BEGIN CERTIFICATE-----"
    />
  )
}
