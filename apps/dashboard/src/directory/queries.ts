import { queryOptions } from '@tanstack/react-query'
import { type CallResult, call } from '../api/call.ts'

/** A group that a directory sent, with the roles that owners mapped to it. */
export type DirectoryGroup = CallResult<'directoryRead'>['groups'][number]

export const directoryQuery = queryOptions({
  queryKey: ['directory'],
  queryFn: () => call('directoryRead', {}),
})

/** The installation's API keys for directories, the newest first. */
export const directoryKeysQuery = queryOptions({
  queryKey: ['applications', 'thumbturn', 'api-keys', 'directory'],
  queryFn: async () => {
    const { apiKeys } = await call('apiKeysList', { params: { id: 'thumbturn' } })
    return apiKeys.filter(({ scopes }) => scopes.some((scope) => scope.startsWith('profile:')))
  },
})
