import { useLingui } from '@lingui/react/macro'
import { Textarea } from '@mantine/core'
import type { ReactNode } from 'react'
import { DurationField } from '../common/fields/DurationField.tsx'
import { TextList } from '../ui/TextList.tsx'
import { AndroidApps } from './AndroidApps.tsx'
import { ColorField } from './ColorField.tsx'
import { parseCertificate } from './certificate.ts'
import type { ControlProps } from './control-props.ts'
import type { FieldName } from './field-texts.ts'
import { MfaPolicyField } from './MfaPolicyField.tsx'
import { findTexts, nameField } from './texts.ts'

type Control = (props: ControlProps) => ReactNode

/** The control of a field that isn't edited as its schema says; undefined for all others. */
export const findSpecialControl = (name: FieldName): Control | undefined =>
  special[name] ?? (findTexts(name).unit === 'seconds' ? Duration : undefined)

const special: Partial<Record<FieldName, Control>> = {
  origins: Origins,
  trustAnchors: TrustAnchors,
  androidApps: AndroidApps,
  mfaPolicy: MfaPolicyField,
  accentColor: ColorField,
  backgroundColor: ColorField,
  hostedText: LongText,
}

function Duration({ name, ...props }: ControlProps) {
  return <DurationField {...props} label={nameField(name)} />
}

function Origins(props: ControlProps) {
  const { t } = useLingui()
  return (
    <TextList
      {...props}
      values={props.value as string[]}
      noun={t`origin`}
      parse={toOrigin}
      placeholder="https://www.example.com"
    />
  )
}

function TrustAnchors(props: ControlProps) {
  const { t } = useLingui()
  return (
    <TextList
      {...props}
      values={props.value as string[]}
      noun={t`certificate`}
      parse={parseCertificate}
      placeholder="-----BEGIN CERTIFICATE-----"
    />
  )
}

/** The origin of an address; any other text as it is, for the service to explain. */
const toOrigin = (text: string) => (/^https?:\/\//.test(text) ? (URL.parse(text)?.origin ?? text) : text)

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
