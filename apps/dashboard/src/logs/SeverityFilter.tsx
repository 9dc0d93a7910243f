import { useLingui } from '@lingui/react/macro'
import { Radio } from '@mantine/core'
import { severityChoices } from '../common/events/filters.ts'
import styles from './Filters.module.css'
import type { ValueProps } from './value-props.ts'

/** The least severity. */
export function SeverityFilter({ value, onPick }: ValueProps) {
  const { t } = useLingui()
  return (
    <Radio.Group aria-label={t`Severity`} value={value ?? 'info'} onChange={(picked) => onPick(picked)}>
      <div className={styles.choices}>
        {severityChoices.map((choice) => (
          <Radio key={choice.value} value={choice.value} label={choice.label} />
        ))}
      </div>
    </Radio.Group>
  )
}
