import type { DeliveryResult } from '../../core/ports/destinations.ts'
import type { IncomingResponse } from '../egress/egress.ts'

export const delivered: DeliveryResult = { status: 'delivered' }

const temporary = new Set([408, 425, 429])
const rejected = new Set([400, 413, 422])

/** What the status of an HTTP response says about a batch. `why`: an explanation of the receiver. */
export function readStatus({ status, headers }: IncomingResponse, why = ''): DeliveryResult {
  if (status >= 200 && status < 300) return delivered
  const error = `The receiver responded with ${status}${status < 400 ? ', and redirects are not followed' : ''}${why && `: ${why}`}`
  if (rejected.has(status)) return { status: 'failed', kind: 'rejected', error }
  const kind = temporary.has(status) || status >= 500 ? 'temporary' : 'setup'
  return { status: 'failed', kind, error, retryAfterMs: readRetryAfter(headers['retry-after']) }
}

/** Retry-After in seconds (RFC 9110 §10.2.3); a date is left to the back-off. */
const readRetryAfter = (header: string | undefined) =>
  header !== undefined && /^\d{1,6}$/.test(header) ? Number(header) * 1_000 : undefined

const networkErrors = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
])

/** Why there was no response: anything but a failure of the network has to be fixed. */
export function explainError(error: unknown): DeliveryResult {
  const { code = '', message } = error as NodeJS.ErrnoException
  const kind = networkErrors.has(code) || code === 'ABORT_ERR' ? 'temporary' : 'setup'
  return { status: 'failed', kind, error: message.slice(0, 300) || code }
}
