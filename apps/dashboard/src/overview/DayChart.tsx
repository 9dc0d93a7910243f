import type { CSSProperties } from 'react'
import { addDays } from '../common/analytics/days.ts'
import { formatCount } from '../ui/numbers.ts'
import { formatDay } from '../ui/times.ts'
import styles from './Activity.module.css'

/** At least this count fills the height, so that a single sign-in is a low bump. */
const leastScale = 10

type Props = { from: string; values: readonly number[] }

/** Sign-ins by day, on a scale from zero. The last day is hatched: it isn't over. */
export function DayChart({ from, values }: Props) {
  const most = Math.max(0, ...values)
  const scale = Math.max(leastScale, most)
  const last = values.length - 1
  const describe = (value: number, index: number) => {
    const day = formatDay(addDays(from, index))
    return index === last ? `Today so far: ${formatCount(value)}` : `${day}: ${formatCount(value)}`
  }
  return (
    <figure className={styles.chart}>
      <p className={styles.scale} style={{ '--share': most / scale } as CSSProperties}>
        {most > 0 && formatCount(most)}
      </p>
      <div
        className={styles.columns}
        role="img"
        aria-label={`Sign-ins by day: at most ${formatCount(most)}. ${describe(values[last] ?? 0, last)}.`}
      >
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
        <span>{formatDay(from)}</span>
        <span>Today so far</span>
      </figcaption>
    </figure>
  )
}
