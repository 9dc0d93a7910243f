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
