/** So many calls at once, and as many more in each further period; in between they come back one by one. */
export type Limit = { calls: number; seconds: number }

/**
 * Counts calls by key with the generic cell rate algorithm (ITU-T I.371, also known as a leaky bucket): of each key it
 * remembers only the moment at which all of its calls would be there again.
 */
export interface Limiter {
  /** Counts one call: 0, or, where the limit is reached and nothing was counted, the milliseconds until one would be. */
  take(key: string, limit: Limit): number | Promise<number>
}

/** Where several nodes count together. */
export interface LimitStore {
  /**
   * Takes `calls` of a key at once, in one conditional write: 0, or nothing was taken and the answer is the milliseconds
   * until one call could be.
   */
  take(key: string, limit: Limit, taking: { calls: number; now: number }): Promise<number>
}

/** Where nothing is counted. */
export const unlimited: Limiter = { take: () => 0 }

/** The milliseconds after which one call is there again. */
export const intervalOf = ({ calls, seconds }: Limit) => (seconds * 1000) / calls

/** The same with limits that are so many times as large, and at least one call. */
export const scaled = ({ take }: Limiter, factor: number): Limiter => ({
  take: (key, { calls, seconds }) => take(key, { calls: Math.max(1, Math.round(calls * factor)), seconds }),
})
