import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { type CallResult, call } from '../api/call.ts'
import { CallFailure } from '../api/failure.ts'

/** A host behind a proxy that lets only users of an application in, as the admin API shows it. */
export type Site = CallResult<'protectedSiteGet'>

/** Every protected site of an application. */
export const sitesQuery = (id: string) =>
  queryOptions({
    queryKey: ['applications', id, 'sites'],
    queryFn: async () => (await call('protectedSitesList', { params: { id } })).sites,
  })

/** One site. @throws CallFailure there is none */
export function useSite(id: string, siteId: string): Site {
  const { data } = useSuspenseQuery(sitesQuery(id))
  const site = data.find((one) => one.id === siteId)
  if (!site)
    throw new CallFailure({
      status: 404,
      code: 'not_found',
      message: i18n._(msg`There is no protected site ${{ siteId }}`),
    })
  return site
}

export const sitesPath = (applicationId: string): string => `/applications/${applicationId}/sites`

export const newSitePath = (applicationId: string): string => `${sitesPath(applicationId)}/new`

export const sitePath = (applicationId: string, siteId: string): string => `${sitesPath(applicationId)}/${siteId}`
