import type { RollUpStore } from '../../ports/stores/roll-ups.ts'
import type { Period } from './period.ts'
import { dayMs, type Metric, type RollUp, slotMs, slotsPerDay } from './roll-up.ts'

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
  rollUps: RollUpStore,
  appId: string,
  { metrics, period }: { metrics: readonly Metric[]; period: Range },
): Promise<Totals> {
  const rows = await rollUps.list(appId, { metrics, ...listDays(period) })
  const totals = new Map<Metric, Map<string, number>>()
  for (const row of rows) {
    const dimensions = totals.get(row.metric) ?? new Map<string, number>()
    const count = sumWithin(row, period)
    if (count > 0) dimensions.set(row.dimension, (dimensions.get(row.dimension) ?? 0) + count)
    totals.set(row.metric, dimensions)
  }
  const find = (metric: Metric) => [...(totals.get(metric) ?? [])]
  return {
    count: (metric, dimension) => totals.get(metric)?.get(dimension) ?? 0,
    rank: (metric) =>
      find(metric)
        .map(([name, count]) => ({ name, count }))
        .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1)),
    sum: (metric) => find(metric).reduce((sum, [, count]) => sum + count, 0),
  }
}

/** How much of a day's counts is within the range. */
function sumWithin({ day, counts, total }: RollUp, { from, to }: Range): number {
  const [first, end] = [(from - day * dayMs) / slotMs, (to - day * dayMs) / slotMs]
  if (first <= 0 && end >= slotsPerDay) return total
  return counts.slice(Math.max(0, first), Math.max(0, end)).reduce((sum, one) => sum + one, 0)
}

/** The counts of one metric in each interval between the bounds, by dimension. */
export async function readSeries(
  rollUps: RollUpStore,
  appId: string,
  { metric, bounds }: { metric: Metric; bounds: readonly number[] },
): Promise<ReadonlyMap<string, readonly number[]>> {
  const range = { from: bounds[0]!, to: bounds.at(-1)! }
  const rows = await rollUps.list(appId, { metrics: [metric], ...listDays(range) })
  const found = indexSlots(bounds)
  const series = new Map<string, number[]>()
  for (const { day, dimension, counts } of rows) {
    const values = series.get(dimension) ?? bounds.slice(1).map(() => 0)
    for (const [slot, count] of counts.entries()) {
      const interval = found(day * slotsPerDay + slot)
      if (interval !== undefined && count > 0) values[interval] = (values[interval] ?? 0) + count
    }
    if (values.some((value) => value > 0)) series.set(dimension, values)
  }
  return new Map([...series].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Which interval a quarter of an hour belongs to; undefined outside of all. */
function indexSlots(bounds: readonly number[]): (slot: number) => number | undefined {
  const start = bounds[0]! / slotMs
  const intervals = bounds
    .slice(1)
    .flatMap((end, index) => Array((end - bounds[index]!) / slotMs).fill(index) as number[])
  return (slot) => intervals[slot - start]
}
