import type { Core } from '../../core.ts'
import { badRequest } from '../../errors.ts'
import type { RollUp, RollUpQuery } from '../../model/analytics/roll-up.ts'

export type ReportCore = { store: Pick<Core['store'], 'rollUps'>; pause: Core['pause'] }

/** Reads the counts of an application in pages, between which other calls get turns. */
export type CountReader = (appId: string, query: RollUpQuery) => AsyncIterable<readonly RollUp[]>

/** On SQLite, a page is read and added up within some milliseconds. */
const perPage = 500
/** A count is a row of a day. A report of ten years has some tens of thousands, unless clients report hundreds of names a day. */
export const mostCounts = 300_000
const breatherMs = 1

/**
 * The reader of one report, whatever the number of applications.
 * @throws AppError bad_request, while it reads: the report would have too many counts
 */
export function createCountReader({ store, pause }: ReportCore): CountReader {
  let left = mostCounts
  return async function* (appId, query) {
    for (let after: RollUp | undefined; ; ) {
      const page = await store.rollUps.list(appId, { ...query, after, limit: perPage })
      left -= page.length
      if (left < 0) throw badRequest(`A report has at most ${mostCounts} counts: choose a shorter period`)
      yield page
      // Also after the last page: the report of all applications reads a page of each.
      await pause(breatherMs, new AbortController().signal)
      if (page.length < perPage) return
      after = page.at(-1)
    }
  }
}
