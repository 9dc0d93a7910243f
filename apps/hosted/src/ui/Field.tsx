import { useId } from 'preact/hooks'

type Props = {
  label: string
  value: string
  onChange: (value: string) => void
  problem?: string | undefined
  type?: 'email' | 'tel' | 'url'
  autocomplete: string
  /** Of a value that isn't a word of a language. */
  isIdentifier?: boolean
  /** Shows the value as characters to compare one by one. */
  isCode?: boolean
  maxLength?: number
  required?: boolean
}

/** An input with its label, and why its value can't be used. */
export function Field({ label, value, onChange, problem, isIdentifier, isCode, type, ...input }: Props) {
  const id = useId()
  const problemId = `${id}-problem`
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        {...input}
        {...(isIdentifier && { autocapitalize: 'none', spellcheck: false })}
        {...(isCode && { class: 'code', spellcheck: false, autocapitalize: 'characters' })}
        list={undefined}
        type={type ?? 'text'}
        id={id}
        value={value}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
        aria-invalid={problem !== undefined}
        {...(problem !== undefined && { 'aria-describedby': problemId })}
      />
      {problem !== undefined && (
        <p class="problem" id={problemId} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
