/** So many calls at once, and as many more in each further period; in between they come back one by one. */
export type Limit = { calls: number; seconds: number }

/**
 * Counts calls by key with the generic cell rate algorithm (ITU-T I.371, also known as a leaky bucket): of each key it
 * remembers only the moment at which all of its calls would be there again.
 */
export interface Limiter {
  /** Counts one call: 0, or, where the limit is reached and nothing was counted, the milliseconds until one would be. */
  take(key: string, limit: Limit): number | Promise<number>
  /** Deletes what is stored of keys whose calls are all available again. */
  forget(): Promise<void>
}

/**
 * How far beyond its window a key can seem to be full again because two nodes read the shared clock a little apart. What is
 * further ahead was written by a clock that has been set back since, and doesn't count.
 */
export const clockToleranceMs = 10_000

/** Where nothing is counted. */
export const unlimited: Limiter = { take: () => 0, forget: async () => {} }

/** The milliseconds after which one call is there again. */
export const refillInterval = ({ calls, seconds }: Limit) => (seconds * 1000) / calls

/** The same with limits that are so many times as large, and at least one call. */
export const scaled = ({ take, forget }: Limiter, factor: number): Limiter => ({
  forget,
  take: (key, { calls, seconds }) => take(key, { calls: Math.max(1, Math.round(calls * factor)), seconds }),
})
