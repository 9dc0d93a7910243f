import { protectResource } from '@thumbturn/node/resource'
import type { RequestHandler } from 'express'
import type { Settings } from '../settings.ts'

/** The permission that users give their assistant. */
export const purchaseScope = 'purchase'

/** The tools as a resource of the application whose users confirm; `url` is the agent's, without a trailing slash. */
export const protectTools = ({ AGENT_APPLICATION, documentation }: Settings & { documentation: string }, url: string) =>
  protectResource({
    issuer: AGENT_APPLICATION,
    resource: `${url}/mcp`,
    scopes: [purchaseScope],
    name: 'Checkout agent',
    documentation,
  })

/** Sets the owner of purchases as `response.locals.caller`: an assistant for one of its users, or for itself. */
export const identifyCaller: RequestHandler = ({ access }, response, next) => {
  response.locals.caller = [access?.clientId, access?.userId].filter((part) => part !== undefined).join(' ')
  next()
}

/**
 * Rejects requests from web pages: agents are programs and send no Origin. Together with the check of the Host header,
 * this protects the tools against DNS rebinding.
 */
export const rejectPages: RequestHandler = (request, response, next) => {
  if (request.headers.origin === undefined) return next()
  response.status(403).json({ msg: 'The tools are not for web pages' })
}
