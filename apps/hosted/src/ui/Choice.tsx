import { useId } from 'preact/hooks'

type Props = {
  label: string
  value: string
  onChange: (value: string) => void
  /** The values that can be chosen, each as it is shown. */
  options: readonly (readonly [value: string, shown: string])[]
}

/** A choice with its label, which can also be none; a value that isn't among the options stays until another is chosen. */
export function Choice({ label, value, onChange, options }: Props) {
  const id = useId()
  const isListed = value === '' || options.some(([option]) => option === value)
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        <option value="">–</option>
        {!isListed && <option value={value}>{value}</option>}
        {options.map(([option, shown]) => (
          <option key={option} value={option}>
            {shown}
          </option>
        ))}
      </select>
    </div>
  )
}
