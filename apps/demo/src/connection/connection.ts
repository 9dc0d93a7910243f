import { useQuery } from '@tanstack/react-query'
import { baseUrl } from '../session/thumbturn.ts'

/** Asks who answers: the version of the running service. */
async function fetchVersion(): Promise<string> {
  const response = await fetch(`${baseUrl}/fido2/v2/version`)
  if (!response.ok) throw new Error(`The service answered ${response.status}`)
  return ((await response.json()) as { version: string }).version
}

/** Whether the service answers. Asked at the start, when the window comes back, and every few seconds while it does not. */
export function useConnection() {
  return useQuery({
    queryKey: ['version'],
    queryFn: fetchVersion,
    retry: false,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => (state.status === 'error' ? 4000 : false),
  })
}
