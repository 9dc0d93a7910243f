import { queryOptions } from '@tanstack/react-query'
import { type CallInput, type CallResult, call } from '../api/call.ts'
import { type Days, toDays } from '../common/analytics/days.ts'
import { reportKey, reportStaleTime } from '../common/analytics/queries.ts'
import type { View } from './view.ts'

export type Summary = CallResult<'analyticsSummary'>
export type Series = CallResult<'analyticsSeries'>
export type SignIns = CallResult<'analyticsSignIns'>
export type Adoption = CallResult<'analyticsAdoption'>

/** The props of each part of the adoption report. `csv`: the address of the report as CSV. */
export type AdoptionPartProps = { id: string; report: Adoption; csv: string; file: string }

export type Rank = CallResult<'analyticsDevices'>['os'][number]
export type RankedAuthenticator = CallResult<'analyticsAuthenticators'>['authenticators'][number]

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
