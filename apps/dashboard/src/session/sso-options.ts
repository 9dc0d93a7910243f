import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** How visitors can sign in besides passkeys. */
export const ssoOptionsQuery = queryOptions({
  queryKey: ['sso-options'],
  queryFn: () => call('ssoOptions', {}),
  staleTime: 60_000,
  retry: false,
})
