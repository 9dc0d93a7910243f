import type { Client } from './client.ts'
import type { PasskeyError } from './errors.ts'
import { callService } from './http.ts'

/** Tells the service why a ceremony failed, for the log of the application; cancelled ones are nobody's failure. */
export function reportFailure(client: Client, session: string, error: PasskeyError): void {
  if (client.disableAnalytics || error.code === 'ERROR_PASSKEY_ABORTED') return
  const cause = error.cause as Error | undefined
  const event = [error.code, error.message, cause?.name, cause?.message].filter(Boolean).join(' - ')
  const body = { event, isError: true }
  const call = { path: '/client-events/submit', body, token: session, keepalive: true } as const
  callService(client, call).catch(() => {})
}
