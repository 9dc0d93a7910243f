import { useLingui } from '@lingui/react/macro'
import { NativeSelect, NumberInput } from '@mantine/core'
import { useState } from 'react'
import type { ControlProps } from './controls.tsx'
import { type DurationUnit, durationUnits, fitUnit, nameDuration } from './durations.ts'
import styles from './FieldRow.module.css'

type Props = Omit<ControlProps, 'field'>

/** A duration in the unit that suits it; its value is in seconds. */
export function DurationField({ label, value, onChange, disabled, described }: Props) {
  const { t } = useLingui()
  const [chosen, choose] = useState<DurationUnit>()
  const isNumber = typeof value === 'number'
  const unit = isNumber && (!chosen || value % chosen.seconds !== 0) ? fitUnit(value) : (chosen ?? durationUnits[3])
  const count = isNumber ? value / unit.seconds : ''
  function changeCount(next: number | string) {
    choose(unit)
    onChange(typeof next === 'number' ? next * unit.seconds : next)
  }
  function changeUnit(id: string) {
    const next = durationUnits.find((one) => one.id === id)!
    choose(next)
    if (typeof count === 'number') onChange(count * next.seconds)
  }
  return (
    <div className={styles.duration}>
      <NumberInput
        value={count}
        onChange={changeCount}
        disabled={disabled}
        allowDecimal={false}
        allowNegative={false}
        hideControls
        {...described}
      />
      <NativeSelect
        aria-label={t`Unit of ${label}`}
        data={durationUnits.toReversed().map((one) => ({ value: one.id, label: nameDuration(Number(count), one) }))}
        value={unit.id}
        disabled={disabled}
        onChange={({ currentTarget }) => changeUnit(currentTarget.value)}
      />
    </div>
  )
}
