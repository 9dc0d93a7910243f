import { Textarea } from '@mantine/core'
import { FieldControl } from '../common/fields/controls.tsx'
import { TextList } from '../ui/TextList.tsx'
import { AndroidApps } from './AndroidApps.tsx'
import { parseCertificate } from './certificate.ts'
import type { ControlProps } from './control-props.ts'
import { labels, type SettingName } from './groups.ts'
import { SettingRow } from './SettingRow.tsx'
import { findField, toggleChoice } from './schema.ts'
import { explainNumber, nameChoice } from './words.ts'

type Props = Pick<ControlProps, 'name' | 'value' | 'onChange' | 'disabled'> & { isChanged: boolean }

/** A setting with its label, description, default, and control. */
export function SettingField(props: Props) {
  const { name } = props
  const label = labels[name]
  const Special = special[name]
  return (
    <SettingRow {...props} label={label}>
      {(described) =>
        Special ? (
          <Special {...props} described={described} />
        ) : (
          <FieldControl
            {...props}
            field={findField(name)}
            label={label}
            described={described}
            nameChoice={(choice) => nameChoice(name, choice)}
            explainNumber={(value) => explainNumber(name, value)}
            toggle={(chosen, choice) => toggleChoice(name, chosen, choice)}
          />
        )
      }
    </SettingRow>
  )
}

const special: Partial<Record<SettingName, typeof LongText>> = {
  androidApps: AndroidApps,
  trustAnchors: Certificates,
  mfaPolicy: LongText,
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
