import type { IncomingMessage, ServerResponse } from 'node:http'
import { admit, type TokenRequirements } from './admit.ts'
import type { AccessClaims } from './claims.ts'
import type { AccessRequirements, ProtectedResource, ResourceAccess } from './resource.ts'
import { sendMetadata, sendResponse, setAccess, toResourceRequest } from './resource-node.ts'
import type { Thumbturn } from './thumbturn.ts'

declare global {
  namespace Express {
    interface Request {
      /** Set by requireToken. */
      claims?: AccessClaims | undefined
      /** Set by requireAccess. */
      access?: ResourceAccess | undefined
    }
  }
}

type WithClaims = IncomingMessage & { claims?: AccessClaims }
type Next = (error?: unknown) => void

/** Middleware for Express and compatible servers: admits only requests with a valid access token. */
export const requireToken =
  (thumbturn: Thumbturn, requirements?: TokenRequirements) =>
  async (request: IncomingMessage, response: ServerResponse, next: Next): Promise<void> => {
    const { authorization, cookie } = request.headers
    const admitted = await admit(thumbturn, { authorization, cookie }, requirements)
    if ('rejection' in admitted) {
      const { status, headers, body } = admitted.rejection
      response.writeHead(status, headers).end(JSON.stringify(body))
      return
    }
    Object.assign<WithClaims, { claims: AccessClaims }>(request, admitted)
    next()
  }

/** Middleware that serves the metadata of a resource, by which clients learn how to get a token. */
export const serveMetadata =
  (resource: ProtectedResource) =>
  (request: IncomingMessage, response: ServerResponse, next: Next): void => {
    if (!sendMetadata(resource, request, response)) next()
  }

/**
 * Middleware that admits only requests with a valid access token for the resource. If it's mounted for a whole server, it
 * serves the metadata, too.
 */
export const requireAccess =
  (resource: ProtectedResource, requirements?: AccessRequirements) =>
  async (request: IncomingMessage, response: ServerResponse, next: Next): Promise<void> => {
    if (sendMetadata(resource, request, response)) return
    const { access, rejection } = await resource.admit(toResourceRequest(request), requirements)
    if (rejection) return sendResponse(response, rejection)
    setAccess(request, access)
    next()
  }

export type { TokenRequirements } from './admit.ts'
export type { AccessRequirements } from './resource.ts'
