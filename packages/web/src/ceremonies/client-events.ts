import { readOptional } from '../browser/tolerance.ts'
import type { Client } from '../client/client.ts'
import { callService } from '../client/http.ts'
import type { PasskeyError } from '../errors.ts'

/** The most that the service accepts, in characters. */
const maxEventLength = 2048

/** Reports to the service why a ceremony failed, for the application's log; canceled ceremonies are not reported. */
export function reportFailure(client: Client, session: string, error: PasskeyError): void {
  if (client.disableAnalytics || error.code === 'ERROR_PASSKEY_ABORTED') return
  const cause = error.cause as Error | undefined
  const reasons = readOptional(() => [cause?.name, cause?.message]) ?? []
  const event = [error.code, error.message, ...reasons].filter(Boolean).join(' - ').slice(0, maxEventLength)
  const body = { event, isError: true }
  const call = { path: '/client-events/submit', body, token: session, keepalive: true } as const
  callService(client, call).catch(() => {})
}
