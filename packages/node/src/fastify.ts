import type { FastifyReply, FastifyRequest } from 'fastify'
import { admit, type TokenRequired } from './admit.ts'
import type { AccessClaims } from './claims.ts'
import type { Thumbturn } from './thumbturn.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What the access token says, behind requireToken. */
    claims?: AccessClaims
  }
}

/** An `onRequest` hook for Fastify, of a route or of all: lets only requests with a valid access token through. */
export const requireToken =
  (thumbturn: Thumbturn, required?: TokenRequired) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const { authorization, cookie } = request.headers
    const admitted = await admit(thumbturn, { authorization, cookie }, required)
    if ('claims' in admitted) {
      request.claims = admitted.claims
      return
    }
    const { status, headers, body } = admitted.refusal
    return reply.code(status).headers(headers).send(body)
  }

export type { TokenRequired } from './admit.ts'
