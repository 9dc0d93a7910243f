import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify'
import { admit, type TokenRequirements } from './admit.ts'
import type { AccessClaims } from './claims.ts'
import type { AccessRequirements, ProtectedResource, ResourceAccess, ResourceResponse } from './resource.ts'
import { setAccess, toResourceRequest } from './resource-node.ts'
import type { Thumbturn } from './thumbturn.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Claims of the access token; set by requireToken. */
    claims?: AccessClaims | undefined
    /** The rights of the access token; set by requireAccess. */
    access?: ResourceAccess | undefined
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

/** A plugin that serves the metadata of a resource, by which clients learn how to get a token. */
export const serveMetadata =
  (resource: ProtectedResource): FastifyPluginCallback =>
  (server, _, done) => {
    const { pathname: url } = new URL(resource.metadataUrl)
    server.route({
      // Fastify adds HEAD.
      method: ['GET', 'OPTIONS'],
      url,
      handler: ({ method }, reply) => send(reply, resource.describe({ method, path: url })!),
    })
    done()
  }

/** An `onRequest` hook for a route or a whole server: admits only requests with a valid access token for the resource. */
export const requireAccess =
  (resource: ProtectedResource, requirements?: AccessRequirements) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const asked = { ...toResourceRequest(request.raw), path: request.originalUrl }
    const described = resource.describe(asked)
    if (described) return send(reply, described)
    const { access, rejection } = await resource.admit(asked, requirements)
    if (rejection) return send(reply, rejection)
    request.access = access
    setAccess(request.raw, access)
  }

const send = (reply: FastifyReply, { status, headers, body }: ResourceResponse) =>
  reply.code(status).headers(headers).send(body)

export type { TokenRequirements } from './admit.ts'
export type { AccessRequirements } from './resource.ts'
