import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { type CallResult, call } from '../api/call.ts'
import { type Filters, omitPeriod, writeFilters } from '../common/events/filters.ts'
import { pageSize, searchEvents } from './events.ts'

/** Filters under a name. */
export type SavedFilter = CallResult<'savedFiltersList'>['savedFilters'][number]

/** The events that match, page by page, newest first. */
export const eventsQuery = (id: string, filters: Filters) =>
  infiniteQueryOptions({
    queryKey: ['applications', id, 'events', filters],
    queryFn: ({ pageParam, signal }) =>
      searchEvents((before) => {
        signal.throwIfAborted()
        const query = { ...filters, limit: String(pageSize), ...(before !== undefined && { before }) }
        return call('eventsList', { params: { id }, query })
      }, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
  })

/** The filters that members of the application have saved, by name. */
export const savedFiltersQuery = (id: string) =>
  queryOptions({
    queryKey: ['applications', id, 'saved-filters'],
    queryFn: async () => (await call('savedFiltersList', { params: { id } })).savedFilters,
  })

const eventsUrl = (id: string) => `/admin/v1/applications/${encodeURIComponent(id)}/events`

/** Where the matching events can be downloaded as JSON Lines. */
export const exportUrl = (id: string, filters: Filters): string => `${eventsUrl(id)}/export?${writeFilters(filters)}`

/** Where new events that match can be followed. */
export const streamUrl = (id: string, filters: Filters): string =>
  `${eventsUrl(id)}/stream?${writeFilters(omitPeriod(filters))}`
