import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import type { Days } from './days.ts'

/** The key of a report's query; every change of the application invalidates it. */
export const reportKey = (id: string, name: string, query?: object) => ['applications', id, 'analytics', name, query]

/** Counts are some seconds old anyway. */
export const reportStaleTime = 15_000

/** Users with passkeys now, which the service counts at most once a minute. */
export const enrollmentQuery = (id: string) =>
  queryOptions({
    queryKey: reportKey(id, 'enrollment'),
    queryFn: () => call('analyticsEnrollment', { params: { id } }),
    staleTime: 60_000,
  })

/** The last 30 days of every application that the member can see. */
export const overviewQuery = (days: Days) =>
  queryOptions({
    queryKey: ['applications', 'analytics', days],
    queryFn: async () => (await call('analyticsOverview', { query: days })).applications,
    staleTime: reportStaleTime,
  })
