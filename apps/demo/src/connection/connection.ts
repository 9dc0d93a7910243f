import { useQuery } from '@tanstack/react-query'
import { baseUrl } from '../session/thumbturn.ts'

/** What answered: our service with its version, or something that does not know this address. */
export type Connection = { version: string } | { refusal: string }

/** Asks who answers. Throws where nothing does. */
async function connect(): Promise<Connection> {
  const response = await fetch(`${baseUrl}/fido2/v2/version`)
  const answer = (await response.json()) as { version?: string; msg?: string }
  if (response.status >= 500) throw new Error(`The service answered ${response.status}`)
  return answer.version ? { version: answer.version } : { refusal: answer.msg ?? `status ${response.status}` }
}

/** Whether the service answers. Asked at the start, when the window comes back, and every few seconds while it does not. */
export function useConnection() {
  return useQuery({
    queryKey: ['connection'],
    queryFn: connect,
    retry: false,
    networkMode: 'always',
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => (state.status === 'error' ? 4000 : false),
  })
}
