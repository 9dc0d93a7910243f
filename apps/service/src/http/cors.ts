import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Application } from '../core/applications/application.ts'
import { allowedOrigins } from '../core/applications/origins.ts'
import type { Core } from '../core/core.ts'
import { currentDialect } from './dialect.ts'
import { addressOf, type Surroundings } from './mount.ts'
import { addressedApplication } from './named-application.ts'

const oneDay = '86400'

/**
 * Lets pages of an application's own origins read the answer. Where the address names no application, an origin of any
 * of them will do: the ceremony itself is bound to its application's origins. No credentials (cookies) are ever allowed.
 */
export async function allowOrigin(
  { applications }: Core,
  { request, reply, named }: { request: FastifyRequest; reply: FastifyReply; named: Application | undefined },
): Promise<boolean> {
  reply.header('vary', 'Origin')
  const { origin } = request.headers
  if (origin === undefined) return false
  const allowed = named ? allowedOrigins(named).includes(origin) : await applications.knowsOrigin(origin)
  if (allowed) {
    reply.header('access-control-allow-origin', origin)
    reply.header('access-control-expose-headers', 'retry-after, x-trace-id')
  }
  return allowed
}

/** The preflight of a call that browsers may make (Fetch Standard, "CORS-preflight request"). */
export function answerPreflight({ core, ownHost, dialect = currentDialect }: Surroundings) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const named = await addressedApplication(core, addressOf(request), ownHost)
    if (await allowOrigin(core, { request, reply, named })) {
      reply.headers({
        'access-control-allow-methods': 'GET, POST, PUT, DELETE',
        'access-control-allow-headers': dialect.allowedHeaders,
        'access-control-max-age': oneDay,
      })
    }
    return reply.code(204).send()
  }
}
