/** One column of a chart: a count for each of the series, in their order. */
export type ColumnData = {
  key: string
  /** Below the axis. */
  tick: string
  /** In full, such as "Mon, 3 Nov". */
  title: string
  counts: readonly number[]
  /** Whether its time isn't over, so its counts will still grow. */
  isOpen?: boolean
}

/** The series with the most are drawn, and the rest together. */
const mostSeries = 6

type Counts = { names: readonly string[]; intervals: readonly { counts: readonly number[] }[] }

/** The names to draw, most frequent first, and how to put the counts of an interval into their order. */
export function foldSeries({ names, intervals }: Counts): {
  names: string[]
  fold(counts: readonly number[]): number[]
} {
  const sum = (index: number) => intervals.reduce((total, { counts }) => total + counts[index]!, 0)
  const ranked = names.map((name, index) => ({ name, index, total: sum(index) })).sort(compareSeries)
  const drawn = ranked.length > mostSeries ? ranked.slice(0, mostSeries - 1) : ranked
  const rest = ranked.slice(drawn.length)
  const fold = (counts: readonly number[]) => drawn.map(({ index }) => counts[index]!)
  if (rest.length === 0) return { names: drawn.map(({ name }) => name), fold }
  const others = (counts: readonly number[]) => rest.reduce((total, { index }) => total + counts[index]!, 0)
  return { names: [...drawn.map(({ name }) => name), 'other'], fold: (counts) => [...fold(counts), others(counts)] }
}

/** Success keeps its place and color, however much was rejected. */
function compareSeries(a: { name: string; total: number }, b: { name: string; total: number }): number {
  if (a.name === 'success') return -1
  return b.name === 'success' ? 1 : b.total - a.total
}

/** Picks the labels of an axis that have room: every nth, so that they are this far apart. */
export function spaceTicks(count: number, { width, room }: { width: number; room: number }): number {
  const step = Math.ceil((count * room) / Math.max(1, width))
  return [1, 2, 3, 4, 6, 7, 12, 14, 24, 28, 48, 60, 90, 120].find((nice) => nice >= step) ?? step
}
