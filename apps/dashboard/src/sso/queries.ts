import { queryOptions } from '@tanstack/react-query'
import { type CallResult, call } from '../api/call.ts'

/** A single sign-on provider as owners see it. */
export type SsoProvider = CallResult<'ssoProvidersList'>['providers'][number]

/** The value of a claim that gives a role. */
export type RoleMapping = SsoProvider['roleMappings'][number]

/** An account of a provider with which a member can sign in. */
export type SsoLink = CallResult<'memberLinksList'>['links'][number]

/** Every query about members, which a removed link changes. */
export const memberQueries = { queryKey: ['members'] }

export const linksQuery = (id: string) =>
  queryOptions({
    queryKey: ['members', id, 'links'],
    queryFn: async () => (await call('memberLinksList', { params: { id } })).links,
  })

export const ssoProvidersQuery = queryOptions({
  queryKey: ['sso-providers'],
  queryFn: async () => (await call('ssoProvidersList', {})).providers,
})

/** How visitors can sign in besides passkeys. */
export const ssoOptionsQuery = queryOptions({
  queryKey: ['sso-options'],
  queryFn: () => call('ssoOptions', {}),
  staleTime: 60_000,
  retry: false,
})
