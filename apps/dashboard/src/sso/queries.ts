import { queryOptions } from '@tanstack/react-query'
import { type CallResult, call } from '../api/call.ts'

/** A single sign-on provider as owners see it. */
export type SsoProvider = CallResult<'ssoProvidersList'>['providers'][number]

/** The value of a claim that gives a role. */
export type RoleMapping = SsoProvider['roleMappings'][number]

export const ssoProvidersQuery = queryOptions({
  queryKey: ['sso-providers'],
  queryFn: async () => (await call('ssoProvidersList', {})).providers,
})
