import type { Limit } from '../limiter.ts'

/** Where several nodes count together. */
export interface LimitStore {
  /**
   * Takes `calls` of a key at once, in one conditional write: 0, or nothing was taken and the answer is the milliseconds
   * until one call could be.
   */
  take(key: string, limit: Limit, taking: { calls: number; now: number }): Promise<number>
  /** The milliseconds on a clock that all nodes share; undefined where their monotonic clocks are one. */
  time(): Promise<number | undefined>
  /** Deletes keys whose calls are all available again at `now`, and those that no limit can have written by then. */
  forget(now: number): Promise<void>
}
