import type { FastifyReply, FastifyRequest } from 'fastify'
import { admit, type TokenRequirements } from './admit.ts'
import type { AccessClaims } from './claims.ts'
import type { Thumbturn } from './thumbturn.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Claims of the access token; set by requireToken. */
    claims?: AccessClaims | undefined
  }
}

/** An `onRequest` hook for one route or for a whole Fastify server: admits only requests with a valid access token. */
export const requireToken =
  (thumbturn: Thumbturn, requirements?: TokenRequirements) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const { authorization, cookie } = request.headers
    const admitted = await admit(thumbturn, { authorization, cookie }, requirements)
    if ('claims' in admitted) {
      request.claims = admitted.claims
      return
    }
    const { status, headers, body } = admitted.rejection
    return reply.code(status).headers(headers).send(body)
  }

export type { TokenRequirements } from './admit.ts'
