import { queryOptions } from '@tanstack/react-query'
import { type CallResult, call } from '../api/call.ts'

export type BrowserSession = CallResult<'browserSessionsList'>['sessions'][number]

export type Consent = CallResult<'consentsList'>['consents'][number]

export type UserProfile = CallResult<'userProfileShow'>

/** The browsers in which a user is signed in at the hosted pages. */
export const browserSessionsQuery = (id: string, userId: string) =>
  queryOptions({
    queryKey: ['applications', id, 'users', userId, 'browser-sessions'],
    queryFn: async () => (await call('browserSessionsList', { params: { id, userId } })).sessions,
  })

/** The clients that can read the account of a user. */
export const consentsQuery = (id: string, userId: string) =>
  queryOptions({
    queryKey: ['applications', id, 'users', userId, 'consents'],
    queryFn: async () => (await call('consentsList', { params: { id, userId } })).consents,
  })

/** The profile and the groups of a user. */
export const profileQuery = (id: string, userId: string) =>
  queryOptions({
    queryKey: ['applications', id, 'users', userId, 'profile'],
    queryFn: () => call('userProfileShow', { params: { id, userId } }),
  })
