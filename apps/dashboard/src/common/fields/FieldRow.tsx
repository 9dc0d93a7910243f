import { type ReactNode, useId } from 'react'
import { clsx } from '../../ui/clsx.ts'
import styles from './FieldRow.module.css'
import type { Field } from './field.ts'

/** Attributes that connect a control with its label and its description. */
export type LabelProps = { 'aria-labelledby': string; 'aria-describedby': string; 'aria-invalid': boolean }

/**
 * Where a control is: `end` of its label, `side` of its label in its own width or in `half` of the row, which both are below it on
 * a phone, or always `below`.
 */
export type Layout = 'end' | 'side' | 'half' | 'below'

type Props = {
  /** The id of the row, for links to it. */
  id?: string
  label: string
  description?: ReactNode
  layout: Layout
  /** The reason why the value is wrong. */
  problem?: string | undefined
  /** Whether the value differs from what is saved. */
  isChanged: boolean
  /** Links and buttons after the label. */
  actions?: ReactNode
  /** A small line below the control. */
  note?: ReactNode
  children: (described: LabelProps) => ReactNode
}

/** The label and description of a field with its control, and what is wrong with the value. */
export function FieldRow({ label, description, layout, problem, isChanged, actions, note, children, ...row }: Props) {
  const id = useId()
  const described = {
    'aria-labelledby': `${id}-label`,
    'aria-describedby': `${id}-text`,
    'aria-invalid': problem !== undefined,
  }
  return (
    <div className={clsx(styles.row, isChanged && styles.changed)} data-layout={layout} {...row}>
      <div className={styles.texts}>
        <div className={styles.head}>
          <p className={styles.label} id={`${id}-label`}>
            {label}
          </p>
          {actions}
        </div>
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
        {note && <div className={styles.note}>{note}</div>}
      </div>
    </div>
  )
}

/** Where the control of a kind of field is. A choice needs the width if its choices are explained. */
export function findLayout({ kind }: Field, isExplained = false): Layout {
  if (kind === 'flag') return 'end'
  if (kind === 'text') return 'half'
  return kind === 'number' || (kind === 'choice' && !isExplained) ? 'side' : 'below'
}
