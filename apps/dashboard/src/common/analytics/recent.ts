import { queryOptions } from '@tanstack/react-query'
import { type Days, reportStaleTime, toDays } from '../../analytics/queries.ts'
import { ownTimeZone } from '../../analytics/use-view.ts'
import { readView } from '../../analytics/view.ts'
import { call } from '../../api/call.ts'

/** The last 30 days of the browser's time zone. */
export const findRecentDays = (): Days =>
  toDays(readView(new URLSearchParams(), { now: Date.now(), timeZone: ownTimeZone() }))

/** The last 30 days of every application that the member can see. */
export const overviewQuery = (days: Days) =>
  queryOptions({
    queryKey: ['applications', 'analytics', days],
    queryFn: async () => (await call('analyticsOverview', { query: days })).applications,
    staleTime: reportStaleTime,
  })
