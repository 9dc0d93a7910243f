import { otherDimensions } from '../../model/analytics/day-counts.ts'
import type { Period } from '../../model/analytics/period.ts'
import { dayMs, type Metric, type RollUp, slotMs, slotsPerDay } from '../../model/analytics/roll-up.ts'
import type { CountReader } from './read-counts.ts'

/** The counts of a period, by metric and dimension. */
export type Totals = {
  count(metric: Metric, dimension: string): number
  /** The dimensions of a metric, most frequent first. */
  rank(metric: Metric): { name: string; count: number }[]
  sum(metric: Metric): number
}

type Range = Pick<Period, 'from' | 'to'>

const listDays = ({ from, to }: Range) => ({ from: Math.floor(from / dayMs), to: Math.floor((to - 1) / dayMs) })

/** Sums up a period, which begins and ends at a quarter of an hour. */
export async function readTotals(
  read: CountReader,
  appId: string,
  { metrics, period }: { metrics: readonly Metric[]; period: Range },
): Promise<Totals> {
  const totals = new Map<Metric, Map<string, number>>()
  for await (const rows of read(appId, { metrics, ...listDays(period) }))
    for (const row of rows) {
      const dimensions = totals.get(row.metric) ?? new Map<string, number>()
      const count = sumWithin(row, period)
      if (count > 0) dimensions.set(row.dimension, (dimensions.get(row.dimension) ?? 0) + count)
      totals.set(row.metric, dimensions)
    }
  const find = (metric: Metric) => [...(totals.get(metric) ?? [])]
  return {
    count: (metric, dimension) => totals.get(metric)?.get(dimension) ?? 0,
    rank: (metric) => limitNames(find(metric).map(([name, count]) => ({ name, count }))),
    sum: (metric) => find(metric).reduce((sum, [, count]) => sum + count, 0),
  }
}

type NameCount = { name: string; count: number }

/** Clients choose some of the words, hundreds a day. */
const mostNames = 1_000

/** Most frequent first, with those that are too many as one. */
function limitNames(counts: readonly NameCount[]): NameCount[] {
  const ranked = sortByCount(counts)
  const isListed = ({ name }: NameCount, rank: number) => rank < mostNames && name !== otherDimensions
  const others = ranked.filter((one, rank) => !isListed(one, rank))
  if (others.length === 0) return ranked
  const other = { name: otherDimensions, count: others.reduce((sum, { count }) => sum + count, 0) }
  return sortByCount([...ranked.filter(isListed), other])
}

const sortByCount = (counts: readonly NameCount[]) =>
  counts.toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))

/** How much of a day's counts is within the range. */
function sumWithin({ day, counts, total }: RollUp, { from, to }: Range): number {
  const [first, end] = [(from - day * dayMs) / slotMs, (to - day * dayMs) / slotMs]
  if (first <= 0 && end >= slotsPerDay) return total
  return counts.slice(Math.max(0, first), Math.max(0, end)).reduce((sum, one) => sum + one, 0)
}

/** The counts of one metric in each interval between the bounds, by dimension. */
export async function readSeries(
  read: CountReader,
  appId: string,
  { metric, bounds }: { metric: Metric; bounds: readonly number[] },
): Promise<ReadonlyMap<string, readonly number[]>> {
  const range = { from: bounds[0]!, to: bounds.at(-1)! }
  const found = indexSlots(bounds)
  const series = new Map<string, number[]>()
  for await (const rows of read(appId, { metrics: [metric], ...listDays(range) }))
    for (const { day, dimension, counts } of rows) {
      const values = series.get(dimension) ?? bounds.slice(1).map(() => 0)
      let hasCount = series.has(dimension)
      for (const [slot, count] of counts.entries()) {
        const interval = found(day * slotsPerDay + slot)
        if (interval === undefined || count === 0) continue
        values[interval] = (values[interval] ?? 0) + count
        hasCount = true
      }
      if (hasCount) series.set(dimension, values)
    }
  return new Map([...series].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Finds the interval of a quarter of an hour; undefined outside of all. */
function indexSlots(bounds: readonly number[]): (slot: number) => number | undefined {
  const start = bounds[0]! / slotMs
  const intervals = bounds
    .slice(1)
    .flatMap((end, index) => Array((end - bounds[index]!) / slotMs).fill(index) as number[])
  return (slot) => intervals[slot - start]
}
