import type { Limit } from '../limiter.ts'

/** Where several nodes count together. */
export interface LimitStore {
  /**
   * Takes `calls` from a key's allowance in one conditional write. Returns 0, or takes nothing and returns the
   * milliseconds until the next call is allowed.
   */
  take(key: string, limit: Limit, taking: { calls: number; now: number }): Promise<number>
  /** The milliseconds until that many calls are available; 0 if they are. Writes nothing. */
  wait(key: string, limit: Limit, taking: { calls: number; now: number }): Promise<number>
  /** The milliseconds on a clock that all nodes share; undefined where their monotonic clocks are one. */
  time(): Promise<number | undefined>
  /** Deletes keys whose calls are all available again at `now`, and those that no limit can have written by then. */
  forget(now: number): Promise<void>
}
