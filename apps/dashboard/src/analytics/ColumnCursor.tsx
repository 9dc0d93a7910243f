import { formatCount } from '../ui/numbers.ts'
import styles from './Chart.module.css'
import type { ColumnData } from './columns.ts'

type Props = {
  columns: readonly ColumnData[]
  /** The names of the series, in words. */
  series: readonly string[]
  active: ColumnData | undefined
  onMove: (column: ColumnData | undefined) => void
  onOpen?: ((column: ColumnData) => void) | undefined
}

/** Lets the keyboard and screen readers walk through the columns of a chart: an invisible slider. Enter opens a column. */
export function ColumnCursor({ columns, series, active, onMove, onOpen }: Props) {
  const found = columns.findIndex(({ key }) => key === active?.key)
  const index = found < 0 ? columns.length - 1 : found
  const column = columns[index]
  if (!column) return null
  return (
    <input
      type="range"
      className={styles.cursor}
      aria-label="Chart column"
      aria-valuetext={describeColumn(column, series)}
      min={0}
      max={columns.length - 1}
      value={index}
      onChange={({ target }) => onMove(columns[target.valueAsNumber])}
      onFocus={() => onMove(column)}
      onBlur={() => onMove(undefined)}
      onKeyDown={({ key }) => key === 'Enter' && onOpen?.(column)}
    />
  )
}

const describeColumn = ({ title, counts }: ColumnData, series: readonly string[]) =>
  `${title}: ${series.map((name, index) => `${formatCount(counts[index] ?? 0)} ${name.toLowerCase()}`).join(', ')}`
