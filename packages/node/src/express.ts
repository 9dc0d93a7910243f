import type { IncomingMessage, ServerResponse } from 'node:http'
import { admit, type TokenRequirements } from './admit.ts'
import type { AccessClaims } from './claims.ts'
import type { Thumbturn } from './thumbturn.ts'

declare global {
  namespace Express {
    interface Request {
      claims?: AccessClaims | undefined
    }
  }
}

type WithClaims = IncomingMessage & { claims?: AccessClaims }

/** Middleware for Express and compatible servers: admits only requests with a valid access token. */
export const requireToken =
  (thumbturn: Thumbturn, requirements?: TokenRequirements) =>
  async (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void): Promise<void> => {
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

export type { TokenRequirements } from './admit.ts'
