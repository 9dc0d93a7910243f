import type { CSSProperties } from 'react'
import { formatCount } from '../ui/numbers.ts'
import styles from './Chart.module.css'
import type { ColumnData } from './columns.ts'
import { Swatch } from './Legend.tsx'

const tipWidth = 208

type Props = { column: ColumnData; series: readonly string[]; x: number; width: number }

/** The counts of a column, next to it. */
export function ChartTip({ column: { title, counts }, series, x, width }: Props) {
  const left = Math.min(Math.max(0, x + 12 + tipWidth > width ? x - tipWidth - 12 : x + 12), width - tipWidth)
  return (
    <div className={styles.tip} style={{ '--left': `${left}px`, '--tip-width': `${tipWidth}px` } as CSSProperties}>
      <p>{title}</p>
      <dl>
        {series.map((name, index) => (
          <div key={name}>
            <dt>
              <Swatch index={index} />
              {name}
            </dt>
            <dd>{formatCount(counts[index] ?? 0)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
