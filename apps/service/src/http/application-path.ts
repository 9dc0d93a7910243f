import type { IncomingMessage } from 'node:http'
import { isFirstGeneration, servedPath } from './gen1/paths.ts'

/**
 * The paths that are served for each application below its own path: the APIs that clients call, its hosted pages, and the files
 * of its domain.
 */
const prefixed = /^\/apps\/([^/?#]+)(\/.*)$/
const served =
  /^\/(?:fido2\/v2|openid|forward|\.well-known|hosted|sign-in|consent|select-account|device|sign-out|signed-out|account|problem)(?:[/?]|$)/
/** Metadata of an issuer with a path, between its host and that path (RFC 8414 §3.1). */
const insertedMetadata =
  /^(\/\.well-known\/(?:openid-configuration|oauth-authorization-server))\/apps\/([^/?#]+)(\?.*)?$/

const named = new WeakMap<IncomingMessage, string>()

/**
 * Takes `/apps/<id>` off the path and remembers whose it was, and gives the first generation's paths their one form, so
 * that every route exists once.
 */
export function takeApplicationPath(request: IncomingMessage): string {
  const url = (request.url ?? '/').replace(insertedMetadata, '/apps/$2$1$3')
  const [, id, rest] = prefixed.exec(url) ?? []
  if (id === undefined || rest === undefined) return servedPath(url)
  if (!served.test(rest) && !isFirstGeneration(rest)) return url
  named.set(request, decoded(id))
  return servedPath(rest)
}

/** The application that the path of a request named; undefined where it named none. */
export const applicationInPath = (request: IncomingMessage): string | undefined => named.get(request)

/** An id that cannot be decoded names nothing that exists. */
function decoded(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}
