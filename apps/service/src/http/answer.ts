import type { FastifyReply, FastifyRequest } from 'fastify'

/** An answer whose headers or status differ from what the route declares. */
export class Answer {
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>

  constructor(body: unknown, headers: Readonly<Record<string, string>>) {
    this.body = body
    this.headers = headers
  }
}

/** Sends what a handler returned under the route's own success status, or 304 where the caller has it already. */
export function sendResult(
  request: FastifyRequest,
  reply: FastifyReply,
  { ok, result }: { ok: number; result: unknown },
) {
  if (!(result instanceof Answer)) return reply.code(ok).send(result)
  const { etag } = result.headers
  reply.headers(result.headers)
  if (etag !== undefined && request.headers['if-none-match'] === etag) return reply.code(304).send()
  return reply.code(ok).send(result.body)
}
