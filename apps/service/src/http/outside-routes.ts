import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { frameworkCode, sendError, sendFormatted } from './errors.ts'
import { createUnavailableError } from './gen1/foreign-credentials.ts'
import { foreignCredentialType, isBelowFirstGeneration } from './gen1/paths.ts'
import { gen1WireFormat } from './gen1/wire-format.ts'
import { openidWireFormat } from './openid/wire-format.ts'
import { proxyWireFormat } from './proxy/wire-format.ts'
import { scimErrorFormat } from './scim/wire-format.ts'
import { currentWireFormat, type ErrorFormat } from './wire-format.ts'

/** The APIs by the beginning of their paths; what applications serve can be below `/apps/<id>`. */
const apis: readonly { includes(path: string): boolean; format: ErrorFormat }[] = [
  { includes: isBelowFirstGeneration, format: gen1WireFormat },
  { includes: (path) => /^\/scim(?:\/|$)/.test(path), format: scimErrorFormat },
  { includes: (path) => /^(?:\/apps\/[^/]+)?\/fido2\/v2\/proxy(?:\/|$)/.test(path), format: proxyWireFormat },
  { includes: (path) => /^(?:\/apps\/[^/]+)?\/(?:openid|forward)(?:\/|$)/.test(path), format: openidWireFormat },
  { includes: (path) => /^\/(?:apps|fido2|admin\/v\d+|\.well-known)(?:\/|$)/.test(path), format: currentWireFormat },
]

/** A path as most servers would read it: decoded, in lowercase, with single slashes, and without scheme, host, and query. */
function normalizePath(url: string): string {
  const [path = ''] = url.replace(/^https?:\/\/[^/]*/i, '').split(/[?#]/, 1)
  return decode(path)
    .toLowerCase()
    .replaceAll(/[\\/]+/g, '/')
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** The error format of the API that a path belongs to, whether or not it has such a route; undefined for pages. */
export const findErrorFormat = (url: string): ErrorFormat | undefined => {
  const path = normalizePath(url)
  return apis.find((api) => api.includes(path))?.format
}

/** Sends an error that was found before a route, in the format of the API that the path belongs to. */
export const sendOutsideRoutes = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
  sendError(error, { request, reply, format: findErrorFormat(request.originalUrl) ?? currentWireFormat })

/**
 * The response for an unknown path, in the format of the API that the path belongs to. Every path below a type of
 * credential that only other providers verify gets the error for that type.
 */
export function sendUnknownPath({ method, originalUrl: url }: FastifyRequest, reply: FastifyReply) {
  const format = findErrorFormat(url) ?? currentWireFormat
  const type = foreignCredentialType(url)
  const reason = 'unknown_path'
  const unknown = { code: 'not_found', reason, message: `There is no ${method} ${url.split('?')[0]}` } as const
  return sendFormatted(reply, format, { status: 404, ...(type === undefined ? unknown : describeForeign(type)) })
}

/** The response for a path that has routes, but none with this method (RFC 9110 §15.5.6). */
export function sendOtherMethod(
  { method, originalUrl: url }: FastifyRequest,
  reply: FastifyReply,
  methods: readonly string[],
) {
  // A request that arrives as HEAD is taken for GET.
  const allowed = methods.flatMap((one) => (one === 'GET' ? ['GET', 'HEAD'] : [one]))
  reply.header('allow', allowed.join(', '))
  const calls = methods.filter((one) => one !== 'OPTIONS').join(' or ')
  const message = `${url.split('?')[0]} has no ${method}: use ${calls}`
  return sendFormatted(reply, findErrorFormat(url) ?? currentWireFormat, {
    status: 405,
    code: frameworkCode(405),
    message,
  })
}

const describeForeign = (type: string) => {
  const { code, message, reason } = createUnavailableError(type)
  return { code, message, reason }
}
