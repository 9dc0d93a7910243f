import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { type CallResult, call } from '../../api/call.ts'
import { CallFailure } from '../../api/failure.ts'

/** An application as the admin API shows it. */
export type Application = CallResult<'applicationShow'>

/** Every application that the member can see. */
export const applicationsQuery = queryOptions({
  queryKey: ['applications'],
  queryFn: async () => (await call('applicationsList', {})).applications,
})

/** One application, with its version. */
export const applicationQuery = (id: string) =>
  queryOptions({
    queryKey: ['applications', id],
    queryFn: () => call('applicationShow', { params: { id } }),
  })

/** The application of a page. It suspends the page, and fails if there is none. */
export function useApplication(id: string): Application {
  const { data } = useSuspenseQuery(applicationQuery(id))
  if (!data)
    throw new CallFailure({ status: 404, code: 'not_found', message: i18n._(msg`There is no application ${{ id }}`) })
  return data
}

/** Whether there is no application with this ID, or the member can't see it; false until that is known. */
export function useIsUnknownApplication(id: string | undefined): boolean {
  const { data } = useQuery(applicationsQuery)
  return id !== undefined && data !== undefined && !data.some((application) => application.id === id)
}
