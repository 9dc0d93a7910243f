import type { IncomingMessage } from 'node:http'
import { takeApplicationPath } from './application-path.ts'

const heads = new WeakSet<IncomingMessage>()

/**
 * Gives a request the method and the path of its route. HEAD is taken for GET: routes, access, counts, and metrics treat both
 * the same, and so status and headers are the same (RFC 9110 §9.3.2); Node sends no body in response to what arrived as HEAD.
 * For Fastify's `rewriteUrl`: it runs before anything else looks at the request.
 */
export function prepareRequest(request: IncomingMessage): string {
  if (request.method === 'HEAD') {
    request.method = 'GET'
    heads.add(request)
  }
  return takeApplicationPath(request)
}

/** Whether a request that is taken for GET arrived as HEAD. */
export const arrivedAsHead = (request: IncomingMessage): boolean => heads.has(request)
