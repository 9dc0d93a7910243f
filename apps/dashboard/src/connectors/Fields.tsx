import { Trans, useLingui } from '@lingui/react/macro'
import { NativeSelect, Switch, Textarea, TextInput } from '@mantine/core'
import type { ConnectorFilter } from '@thumbturn/contract/vocabulary/connectors.ts'
import type { Severity } from '@thumbturn/contract/vocabulary/events.ts'
import { severityChoices } from '../common/events/filters.ts'
import { TextList } from '../ui/TextList.tsx'
import styles from './Connectors.module.css'
import type { Field } from './kinds.ts'

type Props = {
  fields: readonly Field[]
  texts: Readonly<Record<string, string>>
  onChange: (texts: Readonly<Record<string, string>>) => void
  /** Not remembered by the browser, and hidden unless it has several lines. */
  isSecret?: boolean
}

/** The fields of a receiver, or of its secrets. */
export function Fields({ fields, texts, onChange, isSecret = false }: Props) {
  return fields.map((field) => (
    <FieldInput
      key={field.key}
      field={field}
      text={texts[field.key] ?? ''}
      onText={(text) => onChange({ ...texts, [field.key]: text })}
      isSecret={isSecret}
    />
  ))
}

type InputProps = { field: Field; text: string; onText: (text: string) => void; isSecret: boolean }

function FieldInput({ field, text, onText, isSecret }: InputProps) {
  const { i18n } = useLingui()
  const { kind = 'text', isRequired = false, placeholder } = field
  const texts = { label: i18n._(field.label), description: field.description && i18n._(field.description) }
  if (kind === 'flag')
    return (
      <Switch {...texts} checked={text === 'true'} onChange={({ target }) => onText(target.checked ? 'true' : '')} />
    )
  const shared = {
    ...texts,
    placeholder,
    required: isRequired,
    value: text,
    autoComplete: 'off',
    spellCheck: false,
  }
  if (kind === 'lines')
    return (
      <Textarea
        {...shared}
        autosize
        minRows={2}
        maxRows={8}
        classNames={{ input: styles.code }}
        onChange={({ target }) => onText(target.value)}
      />
    )
  return (
    <TextInput
      {...shared}
      type={isSecret ? 'password' : 'text'}
      inputMode={kind === 'number' ? 'numeric' : undefined}
      onChange={({ target }) => onText(target.value)}
    />
  )
}

type FilterProps = { filter: ConnectorFilter; onChange: (filter: ConnectorFilter) => void }

/** The events that are sent. */
export function FilterFields({ filter: { severity, types = [] }, onChange }: FilterProps) {
  const { t } = useLingui()
  return (
    <>
      <NativeSelect
        label={t`Severity`}
        description={t`Only events with this severity or higher.`}
        data={[...severityChoices]}
        value={severity ?? 'info'}
        onChange={({ target }) => onChange({ types, severity: target.value as Severity })}
      />
      <div>
        <p className={styles.label}>
          <Trans>Types</Trans>
        </p>
        <p className={styles.hint}>
          <Trans>
            Only events whose type starts with one of these, such as <code>fido2.passkey.auth</code>. All types if there
            is none.
          </Trans>
        </p>
        <TextList
          noun={t`type`}
          placeholder="fido2.passkey"
          values={types}
          onChange={(values) => onChange({ severity, types: values })}
        />
      </div>
    </>
  )
}
