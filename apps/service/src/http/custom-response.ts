import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { arrivedAsHead } from './prepare-request.ts'

/** A response whose headers or status differ from what the route declares. */
export class CustomResponse {
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
  /** That of the route if undefined. */
  readonly status: number | undefined

  constructor(body: unknown, headers: Readonly<Record<string, string>> = {}, status?: number) {
    this.body = body
    this.headers = headers
    this.status = status
  }
}

/** Sends what a handler returned under the route's own success status, or 304 if the caller already has it. */
export function sendResult(
  request: FastifyRequest,
  reply: FastifyReply,
  { ok, result }: { ok: number; result: unknown },
) {
  if (!(result instanceof CustomResponse)) return reply.code(ok).send(result)
  const { etag } = result.headers
  reply.headers(result.headers)
  // A stream that ends while the service stops would leave an idle connection, for which stopping waits.
  if (result.body instanceof Readable) reply.header('connection', 'close')
  if (etag !== undefined && request.method === 'GET' && isKnown(etag, request.headers['if-none-match']))
    return reply.code(304).send()
  return reply.code(result.status ?? ok).send(toBody(request, result))
}

/** A stream whose content isn't sent would be read for nothing, and one of events would never end. */
function toBody({ raw }: FastifyRequest, { body }: CustomResponse): unknown {
  if (!(body instanceof Readable) || !arrivedAsHead(raw)) return body
  body.destroy()
  return Readable.from([])
}

/** Whether a list of tags contains this one, weak or not: a proxy that compresses makes it weak (RFC 9110 §13.1.2). */
function isKnown(etag: string, ifNoneMatch = ''): boolean {
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes(etag) || ifNoneMatch.trim() === '*'
}
