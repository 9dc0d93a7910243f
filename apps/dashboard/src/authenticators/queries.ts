import { queryOptions } from '@tanstack/react-query'
import { type CallResult, call } from '../api/call.ts'

/** A model of authenticators. */
export type Authenticator = CallResult<'authenticatorsList'>['authenticators'][number]

/** A model that an application blocks; `name` is absent if none is known. */
export type BlockedAuthenticator = CallResult<'blockedAuthenticatorsList'>['authenticators'][number]

/** Models whose names contain a text. */
export const searchQuery = (name: string) =>
  queryOptions({
    queryKey: ['authenticators', { name }],
    queryFn: async () => (await call('authenticatorsList', { query: { name, limit: '12' } })).authenticators,
    staleTime: 600_000,
    placeholderData: (previous) => previous,
  })

/** The models with these AAGUIDs that have a name. */
export const namedQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['authenticators', { ids }],
    queryFn: async () => {
      if (ids.length === 0) return []
      return (await call('authenticatorsList', { query: { ids: ids.join(','), limit: '100' } })).authenticators
    },
    staleTime: 600_000,
  })

/** The models that an application blocks. */
export const blockedQuery = (id: string) =>
  queryOptions({
    queryKey: ['applications', id, 'blocked-authenticators'],
    queryFn: async () => (await call('blockedAuthenticatorsList', { params: { id } })).authenticators,
  })
