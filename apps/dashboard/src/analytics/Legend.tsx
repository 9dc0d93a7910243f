import { useId } from 'react'
import styles from './Chart.module.css'
import { countLetters } from './letters.ts'
import { findFill, Patterns } from './Patterns.tsx'

const rowHeight = 22
const swatchRoom = 18
const gap = 16
const letterWidth = 7

type Entry = { name: string; index: number; x: number; y: number }

/** Where the entries of a legend are, in rows that fit the width. One series needs none. */
export function layoutLegend(series: readonly string[], width: number): { entries: Entry[]; height: number } {
  if (series.length < 2) return { entries: [], height: 0 }
  const entries: Entry[] = []
  let [x, y] = [0, 0]
  for (const [index, name] of series.entries()) {
    const needed = swatchRoom + countLetters(name) * letterWidth
    if (x > 0 && x + needed > width) [x, y] = [0, y + rowHeight]
    entries.push({ name, index, x, y })
    x += needed + gap
  }
  return { entries, height: y + rowHeight }
}

/** The meaning of the colors and hatchings of a chart. */
export function Legend({ layout, id }: { layout: ReturnType<typeof layoutLegend>; id: string }) {
  return layout.entries.map(({ name, index, x, y }) => (
    <g key={name}>
      <rect x={x} y={y + 4} width={12} height={12} rx={3} fill={findFill(id, index)} />
      <text className={styles.legend} x={x + swatchRoom} y={y + 10} dy="0.34em">
        {name}
      </text>
    </g>
  ))
}

/** The color and hatching of a series, outside of its chart. */
export function Swatch({ index }: { index: number }) {
  const id = useId()
  return (
    <svg width="12" height="12" aria-hidden="true">
      <Patterns id={id} />
      <rect width="12" height="12" rx="3" fill={findFill(id, index)} />
    </svg>
  )
}
