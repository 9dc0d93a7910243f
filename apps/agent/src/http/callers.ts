import { createHash, timingSafeEqual } from 'node:crypto'
import type { RequestHandler } from 'express'

/** An agent's API key, and the agent's name that its purchases are stored under. */
export type AgentKey = { name: string; key: string }

const hashKey = (text: string) => createHash('sha256').update(text).digest()

/** Requires `Authorization: Bearer <key>` and sets the agent's name as `response.locals.caller`. */
export function requireKey(keys: readonly AgentKey[]): RequestHandler {
  const known = keys.map(({ name, key }) => ({ name, hash: hashKey(key) }))
  return (request, response, next) => {
    const [, apiKey = ''] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? []
    const hash = hashKey(apiKey)
    const found = known.filter((entry) => timingSafeEqual(entry.hash, hash))[0]
    if (!found) {
      response.set('WWW-Authenticate', 'Bearer').status(401).json({ msg: 'Send your key: Authorization: Bearer <key>' })
      return
    }
    response.locals.caller = found.name
    next()
  }
}

/**
 * Rejects requests from web pages: agents are programs and send no Origin. Together with the check of the Host header,
 * this protects the tools against DNS rebinding.
 */
export const rejectPages: RequestHandler = (request, response, next) => {
  if (request.headers.origin === undefined) return next()
  response.status(403).json({ msg: 'The tools are not for web pages' })
}
