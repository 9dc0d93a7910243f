import { type ReactNode, useId } from 'react'
import { clsx } from '../../ui/clsx.ts'
import styles from './FieldRow.module.css'

/** Attributes that connect a control with its label and its description. */
export type LabelProps = { 'aria-labelledby': string; 'aria-describedby': string; 'aria-invalid': boolean }

type Props = {
  label: string
  description?: ReactNode
  /** The reason why the value is wrong. */
  problem?: string | undefined
  /** Whether the value differs from what is saved. */
  isChanged: boolean
  /** A small line below the control. */
  note?: ReactNode
  children: (described: LabelProps) => ReactNode
}

/** The label and description of a field next to its control, and what is wrong with the value. */
export function FieldRow({ label, description, problem, isChanged, note, children }: Props) {
  const id = useId()
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
          {description}
        </p>
      </div>
      <div className={styles.control}>
        {children(described)}
        {problem && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
        {note && <p className={styles.note}>{note}</p>}
      </div>
    </div>
  )
}
