import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { useLingui } from '@lingui/react/macro'
import styles from './Chart.module.css'
import type { ColumnData } from './columns.ts'
import { listCounts } from './words.ts'

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
  const { t } = useLingui()
  const found = columns.findIndex(({ key }) => key === active?.key)
  const index = found < 0 ? columns.length - 1 : found
  const column = columns[index]
  if (!column) return null
  return (
    <input
      type="range"
      className={styles.cursor}
      aria-label={t`Chart column`}
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
  i18n._(msg`${{ title }}: ${{ counts: listCounts(series, counts) }}`)
