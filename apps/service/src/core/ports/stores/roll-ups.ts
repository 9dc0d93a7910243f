import type { RollUp, RollUpCursor, RollUpQuery, UncountedPage } from '../../model/analytics/roll-up.ts'

/** Reads counts of events. They're written in batches by the roll-up worker. */
export interface RollUpStore {
  findCursor(appId: string): Promise<RollUpCursor | undefined>
  /** All counts of a day (days in UTC since 1970). */
  listDay(appId: string, day: number): Promise<RollUp[]>
  /**
   * The counts of some metrics from a day to another, both included, in the order of day, metric, and dimension: those
   * after that one, up to a limit.
   */
  list(appId: string, query: RollUpQuery & { after?: RollUp | undefined; limit: number }): Promise<RollUp[]>
  /**
   * Events after that ID that aren't counted yet. It looks at a bounded number of events, so that it can't delay other
   * calls.
   */
  listUncounted(appId: string, after: string): Promise<UncountedPage>
}
