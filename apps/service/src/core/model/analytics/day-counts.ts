import type { CountedEvent } from '../events/event.ts'
import { measure } from './measure.ts'
import { dayMs, type Metric, type RollUp, slotMs } from './roll-up.ts'

/** The maximum number of dimensions of a metric in a day: clients choose some of the words. */
const mostDimensions = 200

/** The dimension of what has no room in a day. */
export const otherDimensions = 'other'

/** The counts of one day in UTC, to which events are added. */
export type DayCounts = {
  add(event: CountedEvent): void
  /** The counts that events were added to since the last call. */
  takeChanged(): RollUp[]
}

type Entry = { metric: Metric; dimension: string; counts: number[]; changed: boolean }

/** Starts with the stored counts of that day. */
export function createDayCounts(appId: string, day: number, stored: readonly RollUp[]): DayCounts {
  const entries = new Map<string, Entry>()
  const sizes = new Map<Metric, number>()
  const keep = (metric: Metric, dimension: string, counts: number[]): Entry => {
    const entry = { metric, dimension, counts, changed: false }
    entries.set(`${metric} ${dimension}`, entry)
    sizes.set(metric, (sizes.get(metric) ?? 0) + 1)
    return entry
  }
  const find = (metric: Metric, dimension: string): Entry => {
    const found = entries.get(`${metric} ${dimension}`)
    if (found) return found
    const isFull = (sizes.get(metric) ?? 0) >= mostDimensions && dimension !== otherDimensions
    return isFull ? find(metric, otherDimensions) : keep(metric, dimension, [])
  }
  for (const { metric, dimension, counts } of stored) keep(metric, dimension, [...counts])
  return {
    add(event) {
      const slot = Math.floor((event.at % dayMs) / slotMs)
      for (const { metric, dimension, by = 1 } of measure(event)) raise(find(metric, dimension), slot, by)
    },
    takeChanged: () =>
      [...entries.values()]
        .filter(({ changed }) => changed)
        .map((entry) => {
          entry.changed = false
          const { metric, dimension, counts } = entry
          return { appId, day, metric, dimension, counts, total: sum(counts) }
        }),
  }
}

function raise(entry: Entry, slot: number, by: number) {
  while (entry.counts.length <= slot) entry.counts.push(0)
  entry.counts[slot] = (entry.counts[slot] ?? 0) + by
  entry.changed = true
}

const sum = (counts: readonly number[]) => counts.reduce((total, one) => total + one, 0)
