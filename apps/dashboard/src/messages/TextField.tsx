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
  const id = useId()
  const input = useRef<HTMLTextAreaElement>(null)
  const change = (text: string) => onChange(text.replaceAll(/\s*\n\s*/g, ' '))
  function insert(placeholder: string) {
    const { selectionStart: start = value.length, selectionEnd: end = value.length } = input.current ?? {}
    change(value.slice(0, start) + placeholder + value.slice(end))
    input.current?.focus()
  }
  return (
    <div>
      <div className={styles.head}>
        <label htmlFor={id}>{fieldWords[field]}</label>
        {!disabled &&
          listPlaceholders(template, field).map((placeholder) => (
            <UnstyledButton
              key={placeholder}
              className={styles.placeholder}
              aria-label={`Insert ${placeholder} into ${fieldWords[field]}`}
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
        {field === 'short' && <span>{describeLength(value)}</span>}
        {value !== preset && !disabled && (
          <UnstyledButton
            className={styles.reset}
            aria-label={`Reset ${fieldWords[field]} to the default`}
            onClick={() => onChange(preset)}
          >
            Reset to default
          </UnstyledButton>
        )}
      </p>
    </div>
  )
}

function describeLength(text: string): string {
  const { characters, parts } = countParts(text)
  return `About ${characters} characters, ${parts === 1 ? 'one SMS' : `${parts} SMS`}`
}
