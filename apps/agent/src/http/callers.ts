import { createHash, timingSafeEqual } from 'node:crypto'
import type { RequestHandler } from 'express'

/** A key of an agent, and the name that its purchases are kept under. */
export type AgentKey = { name: string; key: string }

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Lets agents in by `Authorization: Bearer <key>` and keeps the name in `response.locals.caller`. */
export function requireKey(keys: readonly AgentKey[]): RequestHandler {
  const known = keys.map(({ name, key }) => ({ name, hash: digest(key) }))
  return (request, response, next) => {
    const [, given = ''] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? []
    const hash = digest(given)
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
 * Refuses calls of pages: agents are programs and send no Origin. With the check of the Host header it keeps a page whose
 * name was made to point to this machine (DNS rebinding) away from the tools.
 */
export const refusePages: RequestHandler = (request, response, next) => {
  if (request.headers.origin === undefined) return next()
  response.status(403).json({ msg: 'The tools are not for web pages' })
}
