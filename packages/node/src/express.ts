import type { IncomingMessage, ServerResponse } from 'node:http'
import { admit, type TokenRequired } from './admit.ts'
import type { AccessClaims } from './claims.ts'
import type { Thumbturn } from './thumbturn.ts'

declare global {
  namespace Express {
    interface Request {
      /** What the access token says, behind requireToken. */
      claims?: AccessClaims
    }
  }
}

type WithClaims = IncomingMessage & { claims?: AccessClaims }

/** Middleware for Express and whatever takes the same: lets only requests with a valid access token through. */
export const requireToken =
  (thumbturn: Thumbturn, required?: TokenRequired) =>
  async (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void): Promise<void> => {
    const { authorization, cookie } = request.headers
    const admitted = await admit(thumbturn, { authorization, cookie }, required)
    if ('refusal' in admitted) {
      const { status, headers, body } = admitted.refusal
      response.writeHead(status, headers).end(JSON.stringify(body))
      return
    }
    Object.assign<WithClaims, { claims: AccessClaims }>(request, admitted)
    next()
  }

export type { TokenRequired } from './admit.ts'
