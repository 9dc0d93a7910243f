import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import type { Event } from '../common/events/event.ts'
import type { Filters } from '../common/events/filters.ts'
import type { EventPage } from './events.ts'
import { eventsQuery } from './queries.ts'
import type { TailState } from './use-tail.ts'

type Pages = InfiniteData<EventPage, string | undefined>

/** The part of the history that was read. */
export type History = {
  events: readonly Event[]
  /** Where older events begin; undefined at the end. */
  next: string | undefined
  error: Error | null
  isPending: boolean
  isLoadingOlder: boolean
  loadOlder(): void
  /** Reads the newest page again, and forgets the others. */
  restart(): Promise<void>
}

/**
 * The history that matches. It is read again when the tail opens, so that no event is missed between the two, and when the
 * service rejects the tail, because the error says why: the session may have ended.
 */
export function useHistory(id: string, filters: Filters, tailState: TailState): History {
  const client = useQueryClient()
  const query = eventsQuery(id, filters)
  const { data, error, isPending, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(query)
  const key = JSON.stringify(query.queryKey)
  const restart = useCallback(async () => {
    client.setQueryData<Pages>(JSON.parse(key), (pages) => pages && keepFirst(pages))
    await refetch()
  }, [client, key, refetch])
  useEffect(() => {
    if (tailState === 'open' || tailState === 'ended') void restart()
  }, [tailState, restart])
  return {
    events: data?.pages.flatMap((page) => page.events) ?? [],
    next: data?.pages.at(-1)?.next,
    error,
    isPending,
    isLoadingOlder: isFetchingNextPage,
    loadOlder: () => void fetchNextPage(),
    restart,
  }
}

const keepFirst = ({ pages, pageParams }: Pages): Pages => ({
  pages: pages.slice(0, 1),
  pageParams: pageParams.slice(0, 1),
})
