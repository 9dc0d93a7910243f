/** A burst of calls, refilled evenly over each period. */
export type Limit = { calls: number; seconds: number }

/**
 * Counts calls by key with the generic cell rate algorithm (ITU-T I.371, also known as a leaky bucket): for each key it
 * stores only the time at which all of its calls are available again.
 */
export interface Limiter {
  /** Counts one call. Returns 0 or, if the limit is reached and nothing was counted, the milliseconds to wait. */
  take(key: string, limit: Limit): number | Promise<number>
  /** Deletes keys whose calls are all available again. */
  forget(): Promise<void>
}

/**
 * How far beyond its window a key can seem to be full because two nodes read the shared clock at slightly different
 * times. Values further ahead were written by a clock that has been set back since, and don't count.
 */
export const clockToleranceMs = 10_000

/** Counts nothing. */
export const unlimited: Limiter = { take: () => 0, forget: async () => {} }

/** The milliseconds after which one more call is available. */
export const refillInterval = ({ calls, seconds }: Limit) => (seconds * 1000) / calls

/** The same limiter with limits scaled by a factor, and at least one call. */
export const scaleLimiter = ({ take, forget }: Limiter, factor: number): Limiter => ({
  forget,
  take: (key, { calls, seconds }) => take(key, { calls: Math.max(1, Math.round(calls * factor)), seconds }),
})
