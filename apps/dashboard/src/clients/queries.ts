import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { type CallResult, call } from '../api/call.ts'
import { CallFailure } from '../api/failure.ts'

/** The clients of an application, and where they find it. */
export type Clients = CallResult<'openidClientsList'>

/** A client as the admin API shows it, without the texts of its secrets. */
export type Client = Clients['clients'][number]

/** A secret of a client, without its text. */
export type Secret = Client['secrets'][number]

/** Every client of an application. */
export const clientsQuery = (id: string) =>
  queryOptions({
    queryKey: ['applications', id, 'clients'],
    queryFn: () => call('openidClientsList', { params: { id } }),
  })

/** One client, and where it finds the application. @throws CallFailure there is none */
export function useClient(id: string, clientId: string): Omit<Clients, 'clients'> & { client: Client } {
  const { data } = useSuspenseQuery(clientsQuery(id))
  const client = data.clients.find((one) => one.id === clientId)
  if (!client)
    throw new CallFailure({ status: 404, code: 'not_found', message: i18n._(msg`There is no client ${{ clientId }}`) })
  return { issuer: data.issuer, notices: data.notices, client }
}

export const clientsPath = (applicationId: string): string => `/applications/${applicationId}/clients`

export const newClientPath = (applicationId: string): string => `${clientsPath(applicationId)}/-/new`

export const clientPath = (applicationId: string, clientId: string): string =>
  `${clientsPath(applicationId)}/${encodeURIComponent(clientId)}`
