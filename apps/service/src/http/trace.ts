import type { IncomingHttpHeaders } from 'node:http'
import type { Core } from '../core/core.ts'

/** Every response carries the id of its log lines and events. */
export const traceHeader = 'x-trace-id'

// W3C Trace Context §3.2.2: version, trace-id, parent-id, flags; all zeros is no trace-id, ff no version.
const traceparent = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}(?:-|$)/
const plainId = /^[A-Za-z0-9._:-]{8,64}$/

/**
 * The caller's name for this request: the trace-id of `traceparent`, else `X-Request-ID`; undefined where neither is
 * valid.
 */
export function sentTraceId(headers: IncomingHttpHeaders): string | undefined {
  const { traceparent: parent, 'x-request-id': requestId } = headers
  const traceId = typeof parent === 'string' ? traceparent.exec(parent)?.[1] : undefined
  return traceId ?? validTraceId(requestId)
}

/** How many requests have a number. */
let numbered = 0

/**
 * The ID of each request. It must be unique, but no secret depends on it, so without randomness the requests are numbered:
 * Fastify asks for it outside of its error handling, where an exception would end the process.
 */
export function createTraceIds({ random }: Pick<Core, 'random'>) {
  return ({ headers }: { headers: IncomingHttpHeaders }): string => {
    const sent = sentTraceId(headers)
    if (sent !== undefined) return sent
    try {
      return random.uuid().replaceAll('-', '')
    } catch {
      numbered++
      return `${process.pid}-${String(numbered).padStart(16, '0')}`
    }
  }
}

/** That value where it can name a call: 8 to 64 characters of A-Z a-z 0-9 . _ : - */
export const validTraceId = (value: unknown): string | undefined =>
  typeof value === 'string' && plainId.test(value) ? value : undefined
