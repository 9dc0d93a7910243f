import { infiniteQueryOptions } from '@tanstack/react-query'
import { type CallInput, type CallResult, call } from '../api/call.ts'
import { searchEntries } from './search.ts'

/** The filter of the audit log, as the API takes it. */
export type AuditFilter = Omit<NonNullable<CallInput<'auditList'>['query']>, 'before' | 'limit'>

/** A change with who made it. */
export type Entry = CallResult<'auditList'>['entries'][number]

export const auditQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit', filter],
    queryFn: ({ pageParam, signal }) =>
      searchEntries((before) => {
        signal.throwIfAborted()
        return call('auditList', { query: { ...filter, limit: '50', ...(before !== '' && { before }) } })
      }, pageParam),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })

/** Every entry that matches. */
export async function readEveryEntry(filter: AuditFilter): Promise<Entry[]> {
  const entries: Entry[] = []
  let next: string | undefined
  do {
    const query = { ...filter, limit: '1000', ...(next !== undefined && { before: next }) }
    const page = await call('auditList', { query })
    entries.push(...page.entries)
    next = page.next
  } while (next !== undefined)
  return entries
}
