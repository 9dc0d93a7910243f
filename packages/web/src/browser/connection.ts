import type { Client } from '../client/client.ts'
import type { ErrorResponse } from '../errors.ts'

/** Why a call has no response: the device is offline, or else the service is unreachable. */
export function explainNoResponse({ appId }: Client, url: string): ErrorResponse {
  const isOffline = navigator.onLine === false
  const unreachable = `No response from ${url}: check baseUrl, and that ${appId} allows ${globalThis.location?.origin}`
  const msg = isOffline ? 'Offline: offer to try again' : unreachable
  return { status: 0, msg, msgCode: isOffline ? 'offline' : 'unreachable' }
}
