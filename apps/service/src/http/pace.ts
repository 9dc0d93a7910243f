/** Estimates how long calls take from how many are in progress and how fast they end (Little's law). */
export type Pace = {
  /** To be called when one of so many calls in progress ends. */
  end(inProgress: number): void
  /** About how long a further one would take, in milliseconds; zero while only a few are in progress. */
  estimateMs(inProgress: number): number
}

/** With so few in progress, calls end as fast as they begin, which says nothing about how fast they could. */
const few = 32
/** How long ends are counted for one measurement, in milliseconds. */
const measuredMs = 100
/** The share of the latest measurement in the average. */
const weight = 0.3

export function createPace(now: () => number): Pace {
  let msPerCall = 0
  let counting: { since: number; ended: number } | undefined
  return {
    end(inProgress) {
      if (inProgress < few) {
        counting = undefined
        return
      }
      counting ??= { since: now(), ended: -1 }
      counting.ended++
      const elapsed = now() - counting.since
      if (elapsed < measuredMs || counting.ended === 0) return
      const measured = elapsed / counting.ended
      msPerCall = msPerCall === 0 ? measured : msPerCall + (measured - msPerCall) * weight
      counting = { since: now(), ended: 0 }
    },
    estimateMs: (inProgress) => (inProgress < few ? 0 : inProgress * msPerCall),
  }
}
