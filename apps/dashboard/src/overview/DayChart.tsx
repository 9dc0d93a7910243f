import { Trans, useLingui } from '@lingui/react/macro'
import type { CSSProperties } from 'react'
import { addDays } from '../common/analytics/days.ts'
import { formatCount } from '../ui/numbers.ts'
import { formatCalendarDay } from '../ui/times.ts'
import styles from './Activity.module.css'

/** At least this count fills the height, so that a single sign-in is a low bump. */
const leastScale = 10

type Props = { from: string; values: readonly number[] }

/** Sign-ins by day, on a scale from zero. The last day is hatched: it isn't over. */
export function DayChart({ from, values }: Props) {
  const { t } = useLingui()
  const most = Math.max(0, ...values)
  const scale = Math.max(leastScale, most)
  const last = values.length - 1
  const describe = (value: number, index: number) => {
    const day = formatCalendarDay(addDays(from, index))
    const count = formatCount(value)
    return index === last ? t`Today so far: ${count}` : t`${day}: ${count}`
  }
  const mostSignIns = formatCount(most)
  const today = describe(values[last] ?? 0, last)
  return (
    <figure className={styles.chart}>
      <p className={styles.scale} style={{ '--share': most / scale } as CSSProperties}>
        {most > 0 && mostSignIns}
      </p>
      <div className={styles.columns} role="img" aria-label={t`Sign-ins by day: at most ${mostSignIns}. ${today}.`}>
        {values.map((value, index) => (
          <span
            key={addDays(from, index)}
            className={styles.column}
            title={describe(value, index)}
            data-today={index === last || undefined}
          >
            <span style={{ '--share': value / scale } as CSSProperties} />
          </span>
        ))}
      </div>
      <figcaption className={styles.axis}>
        <span>{formatCalendarDay(from)}</span>
        <span>
          <Trans>Today so far</Trans>
        </span>
      </figcaption>
    </figure>
  )
}
