import { Button } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { clsx } from '../ui/clsx.ts'
import type { LabelProps } from './control-props.ts'
import { isSame } from './draft.ts'
import type { SettingName } from './groups.ts'
import styles from './SettingRow.module.css'
import { defaultFor, describeSetting, findProblem } from './schema.ts'
import { formatDefault } from './words.ts'

type Props = {
  name: SettingName
  label: string
  value: unknown
  onChange: (value: unknown) => void
  disabled: boolean
  /** Whether the value differs from what is saved. */
  isChanged: boolean
  children: (described: LabelProps) => ReactNode
}

/** The label, description, and default of a setting next to its control, and what is wrong with the value. */
export function SettingRow({ name, label, value, onChange, disabled, isChanged, children }: Props) {
  const id = useId()
  const problem = findProblem(name, value)
  const preset = defaultFor(name)
  const described = {
    'aria-labelledby': `${id}-label`,
    'aria-describedby': `${id}-text`,
    'aria-invalid': problem !== undefined,
  }
  return (
    <div className={clsx(styles.row, isChanged && styles.changed)}>
      <div>
        <p className={styles.label} id={`${id}-label`}>
          {label}
        </p>
        <p className={styles.description} id={`${id}-text`}>
          {describeSetting(name)}
        </p>
      </div>
      <div className={styles.control}>
        {children(described)}
        {problem && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
        <p className={styles.default}>
          {isSame(value, preset) ? 'Default' : `Default: ${formatDefault(name, preset)}`}
          {!isSame(value, preset) && !disabled && (
            <Button
              variant="subtle"
              size="compact-xs"
              aria-label={`Reset ${label} to the default`}
              onClick={() => onChange(preset)}
            >
              Reset
            </Button>
          )}
        </p>
      </div>
    </div>
  )
}
