import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** The findings about the installation and all of its applications. */
export const checksQuery = queryOptions({
  queryKey: ['checks'],
  queryFn: async () => (await call('checksList', {})).checks,
})

/** The findings about one application. */
export const applicationChecksQuery = (id: string) =>
  queryOptions({
    queryKey: ['checks', id],
    queryFn: async () => (await call('applicationChecksList', { params: { id } })).checks,
  })

/** A page waits no longer than this for findings, which take some milliseconds unless something is wrong. */
const patienceMs = 600

/** Settles once the findings about an application are there: later, they would move what is below them. */
export const awaitedChecksQuery = (id: string) =>
  queryOptions({
    queryKey: ['checks', id, 'awaited'],
    queryFn: async ({ client }) => {
      const { promise: deadline, resolve } = Promise.withResolvers<void>()
      setTimeout(resolve, patienceMs)
      await Promise.race([client.prefetchQuery(applicationChecksQuery(id)), deadline])
      return true
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
