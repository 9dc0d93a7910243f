import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

const pattern = /(?:^|;\s*)kiln_session=([\w-]{22})(?:;|$)/

/** The session of a browser: 128 random bits in an HttpOnly, SameSite cookie. */
export const readSessionId = ({ headers }: FastifyRequest): string | undefined =>
  pattern.exec(headers.cookie ?? '')?.[1]

/** The same, created if there is none. */
export function beginSession(request: FastifyRequest, reply: FastifyReply): string {
  const known = readSessionId(request)
  if (known) return known
  const session = randomBytes(16).toString('base64url')
  const secure = request.protocol === 'https' ? '; Secure' : ''
  reply.header('set-cookie', `kiln_session=${session}; Path=/; HttpOnly; SameSite=Strict${secure}`)
  return session
}
