import { findMedian } from '@thumbturn/testkit/statistics.ts'
import type { Round } from './round.ts'

const figures = [
  'perSecond',
  'p50',
  'p95',
  'p99',
  'cpuEach',
  'databaseCpuEach',
  'rssMb',
  'peakRssMb',
  'loadShare',
] as const satisfies (keyof Round)[]
type Figure = (typeof figures)[number]

/**
 * The median of each figure over the rounds, the spread of the rates (highest minus lowest, as a share of the median), and the
 * errors of all rounds together.
 */
export type Medians = Record<Figure, number> & { spread: number; errors: number }

export function medians(rounds: readonly Round[]): Medians {
  const middle = (figure: Figure) => [figure, findMedian(rounds.map((round) => round[figure]))]
  const found = Object.fromEntries(figures.map(middle)) as Record<Figure, number>
  const rates = rounds.map(({ perSecond }) => perSecond)
  const spread = (Math.max(...rates) - Math.min(...rates)) / found.perSecond
  return { ...found, spread, errors: rounds.reduce((sum, { errors }) => sum + errors, 0) }
}

const columns: [string, (result: Medians, first: Medians) => string][] = [
  ['per second', (r) => r.perSecond.toFixed(0)],
  ['of the first', (r, first) => `${((r.perSecond / first.perSecond) * 100).toFixed(0)} %`],
  ['spread', (r) => `${(r.spread * 100).toFixed(0)} %`],
  ['p50 ms', (r) => r.p50.toFixed(1)],
  ['p95 ms', (r) => r.p95.toFixed(1)],
  ['p99 ms', (r) => r.p99.toFixed(1)],
  ['CPU µs each', (r) => r.cpuEach.toFixed(0)],
  ['database µs', (r) => r.databaseCpuEach.toFixed(0)],
  ['CPU of the first', (r, first) => `${(r.cpuEach / first.cpuEach).toFixed(2)} ×`],
  ['RSS MB', (r) => r.rssMb.toFixed(0)],
  ['peak', (r) => r.peakRssMb.toFixed(0)],
  ['load CPU', (r) => `${(r.loadShare * 100).toFixed(0)} %`],
  ['load µs', (r) => ((r.loadShare / r.perSecond) * 1e6).toFixed(0)],
  ['errors', (r) => `${r.errors}`],
]

/** The results as text for a terminal; ratios are to the contestant in the first row. */
export function table(circumstances: object, results: (Medians & { contestant: string })[]): string {
  const rows = results.map((result) => [result.contestant, ...columns.map(([, cell]) => cell(result, results[0]!))])
  const text = alignColumns([['contestant', ...columns.map(([title]) => title)], ...rows])
  const about = Object.entries(circumstances).map(([name, value]) => `${name} ${value}`)
  return [`Medians (${about.join(', ')})`, ...text].join('\n')
}

/** Lines of cells as text whose columns are as wide as their widest cell. */
export function alignColumns(lines: readonly (readonly string[])[]): string[] {
  const widths = lines[0]!.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)))
  return lines.map((line) =>
    line.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join('  '),
  )
}
