import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** The filter of the audit log. */
export type AuditFilter = { application?: string; actor?: string }

export const auditQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit', filter],
    queryFn: ({ pageParam }) =>
      call('auditList', { query: { ...filter, limit: '50', ...(pageParam !== '' && { before: pageParam }) } }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
