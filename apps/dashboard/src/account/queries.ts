import { queryOptions } from '@tanstack/react-query'
import { type CallResult, call } from '../api/call.ts'

/** A session of a member. */
export type MemberSession = CallResult<'memberSessionsList'>['sessions'][number]

export const sessionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['members', id, 'sessions'],
    queryFn: async () => (await call('memberSessionsList', { params: { id } })).sessions,
  })
