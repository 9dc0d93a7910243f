import { Trans } from '@lingui/react/macro'
import { useElementSize } from '@mantine/hooks'
import { scaleBand, scaleLinear } from '@visx/scale'
import { BarStack } from '@visx/shape'
import { type PointerEvent, useId, useState } from 'react'
import { clsx } from '../ui/clsx.ts'
import { formatBriefly } from '../ui/numbers.ts'
import styles from './Chart.module.css'
import { ChartTip } from './ChartTip.tsx'
import { ColumnCursor } from './ColumnCursor.tsx'
import { type ColumnData, spaceTicks } from './columns.ts'
import { Legend, layoutLegend } from './Legend.tsx'
import { findFill, Patterns } from './Patterns.tsx'

const height = 260
const axisHeight = 26
const labelRoom = 72

type Props = {
  /** The content of the chart, for screen readers. */
  label: string
  /** The names of the series, in words. */
  series: readonly string[]
  columns: readonly ColumnData[]
  /** Opens what is behind a column. */
  onOpen?: ((column: ColumnData) => void) | undefined
}

/** Counts as stacked columns. The pointer and the arrow keys show the counts of a column; the table of the figure has all. */
export function ColumnChart(props: Props) {
  const { ref, width } = useElementSize()
  return (
    <div ref={ref} className={styles.chart}>
      {width > 0 && <Plot {...props} width={width} />}
    </div>
  )
}

function Plot({ label, series, columns, onOpen, width }: Props & { width: number }) {
  const id = useId()
  const [active, setActive] = useState<ColumnData>()
  const legend = layoutLegend(series, width)
  const { x, y, left, bottom, top } = createScales(columns, { width, top: legend.height + 8 })
  const data = columns.map(({ key, counts }) => ({ key, ...counts }))
  const find = (event: PointerEvent) => {
    const { left: start } = event.currentTarget.getBoundingClientRect()
    return columns[Math.floor((event.clientX - start) / x.step())]
  }
  const open = (event: PointerEvent) => {
    const column = find(event)
    if (column && event.pointerType === 'mouse') onOpen?.(column)
  }
  return (
    <>
      <ColumnCursor columns={columns} series={series} active={active} onMove={setActive} onOpen={onOpen} />
      <svg width={width} height={height} role="img" aria-label={label} className={styles.svg}>
        <Patterns id={id} />
        <Legend layout={legend} id={id} />
        <Grid y={y} left={left} width={width} />
        <OpenColumn columns={columns} x={x} top={top} bottom={bottom} />
        {active && (
          <rect
            data-interactive
            className={styles.active}
            x={x(active.key)! - (x.step() * x.padding()) / 2}
            width={x.step()}
            y={top}
            height={bottom - top}
          />
        )}
        <BarStack
          data={data}
          keys={series.map((_, index) => index)}
          x={({ key }: { key: string }) => key}
          xScale={x}
          yScale={y}
          color={(index) => findFill(id, Number(index))}
          className={styles.bar}
        />
        <Ticks columns={columns} x={(key) => x(key)! + x.bandwidth() / 2} left={left} width={width} />
        <rect
          data-interactive
          className={clsx(styles.cover, onOpen !== undefined && styles.linked)}
          x={left}
          y={top}
          width={Math.max(0, width - left)}
          height={bottom - top}
          onPointerMove={(event) => setActive(find(event))}
          onPointerLeave={() => setActive(undefined)}
          onPointerUp={open}
        />
      </svg>
      {active && <ChartTip column={active} series={series} x={x(active.key)! + x.bandwidth() / 2} width={width} />}
    </>
  )
}

type OpenProps = { columns: readonly ColumnData[]; x: Band; top: number; bottom: number }

/** Marks the column whose time isn't over, which would look like a fall otherwise. */
function OpenColumn({ columns, x, top, bottom }: OpenProps) {
  const open = columns.find(({ isOpen }) => isOpen)
  if (!open) return null
  const gap = (x.step() * x.padding()) / 2
  const start = x(open.key)! - gap
  return (
    <g>
      <rect className={styles.open} x={start} y={top} width={x.step()} height={bottom - top} rx={3} />
      <text className={styles.openLabel} x={start + x.step()} y={top - 4} textAnchor="end">
        <Trans>So far</Trans>
      </text>
    </g>
  )
}

type Space = { width: number; top: number }

function createScales(columns: readonly ColumnData[], { width, top }: Space) {
  const totals = columns.map(({ counts }) => counts.reduce((sum, count) => sum + count, 0))
  const bottom = height - axisHeight
  const y = scaleLinear<number>({ domain: [0, Math.max(4, ...totals)], range: [bottom, top], nice: 4 })
  const left = Math.max(...y.ticks(4).map((tick) => formatBriefly(tick).length)) * 7 + 10
  const domain = columns.map(({ key }) => key)
  const x = scaleBand<string>({ domain, range: [left, width], padding: columns.length > 60 ? 0.15 : 0.3 })
  return { x, y, left, top, bottom }
}

type Band = ReturnType<typeof createScales>['x']
type Linear = ReturnType<typeof createScales>['y']

function Grid({ y, left, width }: { y: Linear; left: number; width: number }) {
  return y.ticks(4).map((tick) => (
    <g key={tick}>
      <line className={styles.grid} x1={left} x2={width} y1={y(tick)} y2={y(tick)} />
      <text className={styles.tick} x={left - 8} y={y(tick)} dy="0.32em" textAnchor="end">
        {formatBriefly(tick)}
      </text>
    </g>
  ))
}

type TicksProps = { columns: readonly ColumnData[]; x: (key: string) => number; left: number; width: number }

function Ticks({ columns, x, left, width }: TicksProps) {
  const step = spaceTicks(columns.length, { width: width - left, room: labelRoom })
  const shown = columns.filter((_, index) => index % step === 0)
  return shown.map(({ key, tick }) => (
    <text key={key} className={styles.tick} x={clamp(x(key), { left, width })} y={height - 6} textAnchor="middle">
      {tick}
    </text>
  ))
}

/** Keeps a label within the picture. */
const clamp = (x: number, { left, width }: { left: number; width: number }) =>
  Math.min(Math.max(x, left), width - labelRoom / 3)
