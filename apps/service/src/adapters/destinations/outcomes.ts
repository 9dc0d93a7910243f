import type { DeliveryFailure } from '@thumbturn/contract/vocabulary/connectors.ts'
import type { DeliveryResult } from '../../core/ports/destinations.ts'
import { BlockedAddress } from '../egress/addresses.ts'
import { type IncomingResponse, UnusableCertificate } from '../egress/egress.ts'

export const delivered: DeliveryResult = { status: 'delivered' }

export const fail = (kind: DeliveryFailure, error: string, retryAfterMs?: number): DeliveryResult => ({
  status: 'failed',
  kind,
  error,
  ...(retryAfterMs !== undefined && { retryAfterMs }),
})

const temporaryStatuses = new Set([408, 425, 429])
const rejectedStatuses = new Set([400, 413, 422])

/** Classifies a batch by an HTTP status. Redirects aren't followed, so the URL must be fixed. */
export function classifyStatus(status: number): DeliveryFailure {
  if (status >= 500 || temporaryStatuses.has(status)) return 'temporary'
  return rejectedStatuses.has(status) ? 'rejected' : 'setup'
}

/** The outcome of a call by its status; `explanation` is what the receiver wrote, if it is known to be meant for users. */
export function judgeStatus(response: IncomingResponse, now: number, explanation = ''): DeliveryResult {
  const { status } = response
  if (status >= 200 && status < 300) return delivered
  return fail(classifyStatus(status), describeStatus(status, explanation), readRetryAfter(response, now))
}

/** For an error: the status and what the receiver wrote. */
export function describeStatus(status: number, explanation = ''): string {
  const redirect = status >= 300 && status < 400 ? ', and redirects are not followed' : ''
  return `The receiver responded with ${status}${redirect}${explanation && `: ${toShortText(explanation)}`}`
}

/** One line of at most 200 characters. */
export const toShortText = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 200)

/** In milliseconds, from seconds or an HTTP date (RFC 9110 §10.2.3). */
export function readRetryAfter({ headers }: IncomingResponse, now: number): number | undefined {
  const text = headers['retry-after']?.trim()
  if (text === undefined) return undefined
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  // JavaScript parses much more as a date.
  const at = /^[A-Z][a-z]{2}, /.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? undefined : Math.max(0, at - now)
}

/** The code of an aborted signal's own error, a DOMException, is a number. */
const readCode = ({ name, code = '' }: NodeJS.ErrnoException) => (name === 'AbortError' ? 'ABORT_ERR' : code)

/** The outcome of a connection that failed. The text names no address, which can be one of the operator's network. */
export function describeFailure(error: unknown): DeliveryResult {
  const code = readCode(error as NodeJS.ErrnoException)
  if (error instanceof BlockedAddress || error instanceof UnusableCertificate) return fail('setup', error.message)
  if (isCertificateCode(code)) return fail('setup', `TLS failed: ${tlsErrors[code] ?? code}`)
  const described = connectionErrors[code]
  return described
    ? fail(...described)
    : fail('temporary', code ? `The connection failed (${code})` : 'The connection failed')
}

/** Codes of OpenSSL, and of Node for a certificate of another host or a server without TLS. */
const isCertificateCode = (code: string) =>
  /^(?:ERR_TLS|ERR_SSL|EPROTO|CERT_|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED|INVALID_|HOSTNAME_)/.test(code)

/** The frequent ones in words; the others by their code. */
const tlsErrors: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'the certificate of the receiver has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate of the receiver is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate of the receiver comes from an unknown authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the certificate of the receiver comes from an unknown authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the certificate of the receiver comes from an unknown authority',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate of the receiver is for another host',
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: 'the receiver requires a client certificate',
  EPROTO: 'the receiver does not use TLS at this port',
}

const connectionErrors: Readonly<Record<string, [DeliveryFailure, string]>> = {
  EAI_AGAIN: ['temporary', 'The host name could not be resolved'],
  ECONNREFUSED: ['temporary', 'The receiver accepts no connections there'],
  ECONNRESET: ['temporary', 'The receiver closed the connection'],
  EPIPE: ['temporary', 'The receiver closed the connection'],
  EHOSTUNREACH: ['temporary', 'The host cannot be reached'],
  ENETUNREACH: ['temporary', 'The host cannot be reached'],
  ETIMEDOUT: ['temporary', 'The receiver did not respond in time'],
  EUNCONFIRMED: ['temporary', 'The receiver did not confirm the batch by closing the connection (RFC 5425)'],
  ABORT_ERR: ['temporary', 'The delivery was stopped'],
}
