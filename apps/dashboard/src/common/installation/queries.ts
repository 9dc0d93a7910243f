import { queryOptions, useQuery } from '@tanstack/react-query'
import { type CallResult, call } from '../../api/call.ts'

const installationQuery = queryOptions({
  queryKey: ['installation'],
  queryFn: () => call('installationShow', {}),
  staleTime: 60_000,
})

/** The parts of the installation around the dashboard; none until they are known, so that no link leads nowhere. */
export const useInstallation = (): Partial<CallResult<'installationShow'>> => useQuery(installationQuery).data ?? {}
