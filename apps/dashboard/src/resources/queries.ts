import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { type CallResult, call } from '../api/call.ts'
import { CallFailure } from '../api/failure.ts'

/** An API that programs get access tokens for, as the admin API shows it. */
export type Resource = CallResult<'resourceGet'>

/** The clients of an application, and its issuer. */
export type Clients = CallResult<'openidClientsList'>

export type Client = Clients['clients'][number]

/** Every protected API of an application. */
export const resourcesQuery = (id: string) =>
  queryOptions({
    queryKey: ['applications', id, 'resources'],
    queryFn: async () => (await call('resourcesList', { params: { id } })).resources,
  })

/** Every client of an application: the pages of clients use the same copy. */
export const clientsQuery = (id: string) =>
  queryOptions({
    queryKey: ['applications', id, 'clients'],
    queryFn: () => call('openidClientsList', { params: { id } }),
  })

/** One API. @throws CallFailure there is none */
export function useResource(id: string, uri: string): Resource {
  const { data } = useSuspenseQuery(resourcesQuery(id))
  const resource = data.find((one) => one.uri === uri)
  if (!resource)
    throw new CallFailure({
      status: 404,
      code: 'not_found',
      message: i18n._(msg`There is no API with the URI ${{ uri }}`),
    })
  return resource
}

export const resourcesPath = (applicationId: string): string => `/applications/${applicationId}/apis`

export const newResourcePath = (applicationId: string): string => `${resourcesPath(applicationId)}/new`

/** The URI is in the query, because some proxies reject an encoded slash in a path. */
export const resourcePath = (applicationId: string, uri: string): string =>
  `${resourcesPath(applicationId)}/api?${new URLSearchParams({ uri })}`
