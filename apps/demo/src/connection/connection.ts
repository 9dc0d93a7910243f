import { useQuery } from '@tanstack/react-query'
import { baseUrl } from '../session/thumbturn.ts'

/** The server that responded: the service, something else, or nothing. */
export type Connection = { state: 'up'; version: string } | { state: 'elsewhere'; reason: string } | { state: 'down' }

/** Checks what responds. No response is a result, too, so that polling doesn't hide the last one. */
async function checkConnection(): Promise<Connection> {
  try {
    const response = await fetch(`${baseUrl}/fido2/v2/version`)
    const { version, msg = '' } = (await response.json()) as { version?: string; msg?: string }
    if (version !== undefined) return { state: 'up', version }
    return response.status < 500 ? { state: 'elsewhere', reason: msg } : { state: 'down' }
  } catch {
    return { state: 'down' }
  }
}

/** Whether the service responds. Checked on start, on window focus, and every few seconds during an outage. */
export function useConnection() {
  return useQuery({
    queryKey: ['connection'],
    queryFn: checkConnection,
    networkMode: 'always',
    staleTime: 1000,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => (state.data?.state === 'down' ? 4000 : false),
  })
}
