import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Ties an order to the browser that makes it: 128 random bits in an HttpOnly, SameSite cookie of that order. Each order has its
 * own, because an attacker can plant a cookie, but doesn't know the number of an order before it exists. Returns the bits.
 */
export function keepOrderSecret(order: string, { request, reply }: Call): string {
  const secret = randomBytes(16).toString('base64url')
  const secure = request.protocol === 'https' ? '; Secure' : ''
  const attributes = `Path=/api/; HttpOnly; SameSite=Strict; Max-Age=86400${secure}`
  reply.header('set-cookie', `kiln_${order}=${secret}; ${attributes}`)
  return secret
}

type Call = { request: FastifyRequest; reply: FastifyReply }

/** Whether the browser made this order. */
export function hasOrderSecret({ headers }: FastifyRequest, { order, secret }: { order: string; secret: string }) {
  const expected = Buffer.from(`kiln_${order}=${secret}`)
  return (headers.cookie ?? '')
    .split(/;\s*/)
    .map((pair) => Buffer.from(pair))
    .some((pair) => pair.length === expected.length && timingSafeEqual(pair, expected))
}
