/** Estimates how long calls take from how many are in progress and how long those took that began among as many. */
export type Pace = {
  /** Notes that a call begins, and how many are in progress. */
  begin(inProgress: number): PacedCall
  end(begun: PacedCall): void
  /** About how long a further one would take, in milliseconds; zero while only a few are in progress. */
  estimateMs(inProgress: number): number
}

/** A call in progress. */
export type PacedCall = { since: number; among: number }

/** So few in progress are no queue, however long they take. */
const few = 32
/** Calls that began among so few don't count: they hardly waited for one another. Less than `few`, so that the average stays up to date. */
const fewest = 16
/** The share of the latest call in the average. */
const weight = 0.05

export function createPace(now: () => number): Pace {
  let msPerCall = 0
  return {
    begin: (inProgress) => ({ since: now(), among: inProgress }),
    end({ since, among }) {
      if (among < fewest) return
      msPerCall += ((now() - since) / among - msPerCall) * weight
    },
    estimateMs: (inProgress) => (inProgress < few ? 0 : inProgress * msPerCall),
  }
}
