import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Textarea, UnstyledButton } from '@mantine/core'
import type { CustomTemplateName, TemplateField } from '@thumbturn/contract/vocabulary/message-templates.ts'
import { useId, useRef } from 'react'
import { countParts, findProblem, listPlaceholders } from './draft.ts'
import styles from './TextField.module.css'
import { fieldWords } from './words.ts'

type Props = {
  template: CustomTemplateName
  field: TemplateField
  value: string
  /** The default text. */
  preset: string
  disabled: boolean
  onChange: (text: string) => void
}

/** One text of a message, with buttons for its placeholders. Texts are on one line, which is wrapped. */
export function TextField({ template, field, value, preset, disabled, onChange }: Props) {
  const { t } = useLingui()
  const id = useId()
  const input = useRef<HTMLTextAreaElement>(null)
  const label = t(fieldWords[field])
  const change = (text: string) => onChange(text.replaceAll(/\s*\n\s*/g, ' '))
  function insert(placeholder: string) {
    const { selectionStart: start = value.length, selectionEnd: end = value.length } = input.current ?? {}
    change(value.slice(0, start) + placeholder + value.slice(end))
    input.current?.focus()
  }
  return (
    <div>
      <div className={styles.head}>
        <label htmlFor={id}>{label}</label>
        {!disabled &&
          listPlaceholders(template, field).map((placeholder) => (
            <UnstyledButton
              key={placeholder}
              className={styles.placeholder}
              aria-label={t`Insert ${placeholder} into ${label}`}
              onClick={() => insert(placeholder)}
            >
              {placeholder}
            </UnstyledButton>
          ))}
      </div>
      <Textarea
        id={id}
        ref={input}
        error={findProblem(template, field, value)}
        autosize
        minRows={1}
        disabled={disabled}
        value={value}
        onChange={({ target }) => change(target.value)}
      />
      <p className={styles.foot}>
        {field === 'short' && <Length text={value} />}
        {value !== preset && !disabled && (
          <UnstyledButton
            className={styles.reset}
            aria-label={t`Reset ${label} to the default`}
            onClick={() => onChange(preset)}
          >
            <Trans>Reset to default</Trans>
          </UnstyledButton>
        )}
      </p>
    </div>
  )
}

function Length({ text }: { text: string }) {
  const { characters, parts } = countParts(text)
  return (
    <span>
      <Trans>
        About <Plural value={characters} one="# character" other="# characters" />,{' '}
        <Plural value={parts} one="one SMS" other="# SMS" />
      </Trans>
    </span>
  )
}
