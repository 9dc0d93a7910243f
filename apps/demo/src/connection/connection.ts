import { useQuery } from '@tanstack/react-query'
import { baseUrl } from '../session/thumbturn.ts'

/** What answered: our service, something that does not know this address, or nobody. */
export type Connection = { state: 'up'; version: string } | { state: 'elsewhere'; refusal: string } | { state: 'down' }

/** Asks who answers. Silence is an answer, too, so that asking again does not hide what was found. */
async function connect(): Promise<Connection> {
  try {
    const response = await fetch(`${baseUrl}/fido2/v2/version`)
    const { version, msg = '' } = (await response.json()) as { version?: string; msg?: string }
    if (version !== undefined) return { state: 'up', version }
    return response.status < 500 ? { state: 'elsewhere', refusal: msg } : { state: 'down' }
  } catch {
    return { state: 'down' }
  }
}

/** Whether the service answers. Asked at the start, when the window comes back, and every few seconds while it does not. */
export function useConnection() {
  return useQuery({
    queryKey: ['connection'],
    queryFn: connect,
    networkMode: 'always',
    staleTime: 1000,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => (state.data?.state === 'down' ? 4000 : false),
  })
}
