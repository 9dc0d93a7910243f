import { queryOptions } from '@tanstack/react-query'
import { type CallInput, type CallResult, call } from '../api/call.ts'
import type { View } from './view.ts'

/** The days that a report covers. */
export type Days = Pick<View, 'from' | 'to' | 'timeZone'>

export type Summary = CallResult<'analyticsSummary'>
export type Series = CallResult<'analyticsSeries'>
export type SignIns = CallResult<'analyticsSignIns'>
export type Adoption = CallResult<'analyticsAdoption'>

/** What each part of the adoption report needs. `csv`: the address of the report as CSV. */
export type AdoptionPartProps = { id: string; report: Adoption; csv: string; file: string }

export type Ranked = CallResult<'analyticsDevices'>['os'][number]
export type RankedAuthenticator = CallResult<'analyticsAuthenticators'>['authenticators'][number]

const reportKey = (id: string, name: string, query?: object) => ['applications', id, 'analytics', name, query]

/** Counts are some seconds old anyway. */
export const reportStaleTime = 15_000

/** What the view counts, as the API takes it. */
export const toDays = ({ from, to, timeZone }: Days): Days => ({ from, to, timeZone })

export const summaryQuery = (id: string, days: Days) =>
  queryOptions({
    queryKey: reportKey(id, 'summary', toDays(days)),
    queryFn: () => call('analyticsSummary', { params: { id }, query: toDays(days) }),
    staleTime: reportStaleTime,
  })

export const seriesQuery = (id: string, query: NonNullable<CallInput<'analyticsSeries'>['query']>) =>
  queryOptions({
    queryKey: reportKey(id, 'series', query),
    queryFn: () => call('analyticsSeries', { params: { id }, query }),
    staleTime: reportStaleTime,
  })

export const signInsQuery = (id: string, days: Days) =>
  queryOptions({
    queryKey: reportKey(id, 'sign-ins', toDays(days)),
    queryFn: () => call('analyticsSignIns', { params: { id }, query: toDays(days) }),
    staleTime: reportStaleTime,
  })

export const devicesQuery = (id: string, query: Days & Pick<View, 'of'>) =>
  queryOptions({
    queryKey: reportKey(id, 'devices', query),
    queryFn: () => call('analyticsDevices', { params: { id }, query }),
    staleTime: reportStaleTime,
  })

export const authenticatorsQuery = (id: string, query: Days & Pick<View, 'of'>) =>
  queryOptions({
    queryKey: reportKey(id, 'authenticators', query),
    queryFn: () => call('analyticsAuthenticators', { params: { id }, query }),
    staleTime: reportStaleTime,
  })

export const adoptionQuery = (id: string, days: Days) =>
  queryOptions({
    queryKey: reportKey(id, 'adoption', toDays(days)),
    queryFn: () => call('analyticsAdoption', { params: { id }, query: toDays(days) }),
    staleTime: reportStaleTime,
  })

/** Users with passkeys now, which the service counts at most once a minute. */
export const enrollmentQuery = (id: string) =>
  queryOptions({
    queryKey: reportKey(id, 'enrollment'),
    queryFn: () => call('analyticsEnrollment', { params: { id } }),
    staleTime: 60_000,
  })
