import { admit, type TokenRequirements } from './admit.ts'
import type { AccessClaims } from './claims.ts'
import type { AccessRequirements, ProtectedResource, ResourceAccess, ResourceResponse } from './resource.ts'
import type { Thumbturn } from './thumbturn.ts'

/** Verifies the access token of a request: its claims, or the Response to return if it isn't valid. */
export async function verifyRequest(
  thumbturn: Thumbturn,
  request: Request,
  requirements?: TokenRequirements,
): Promise<{ claims: AccessClaims; rejection?: undefined } | { claims?: undefined; rejection: Response }> {
  const authorization = request.headers.get('authorization') ?? undefined
  const cookie = request.headers.get('cookie') ?? undefined
  const admitted = await admit(thumbturn, { authorization, cookie }, requirements)
  if ('claims' in admitted) return admitted
  const { status, headers, body } = admitted.rejection
  return { rejection: new Response(JSON.stringify(body), { status, headers }) }
}

/** Wraps a route handler of Next.js, or of any server with web-standard requests: it runs only with a valid access token. */
export const withToken =
  <Context extends object = object>(
    thumbturn: Thumbturn,
    handler: (request: Request, context: Context & { claims: AccessClaims }) => Response | Promise<Response>,
    requirements?: TokenRequirements,
  ) =>
  async (request: Request, context?: Context): Promise<Response> => {
    const { claims, rejection } = await verifyRequest(thumbturn, request, requirements)
    return rejection ?? handler(request, { ...(context as Context), claims })
  }

/** Verifies the access token of a request to a resource: what it allows, or the Response to return if it isn't valid. */
export async function verifyAccess(
  resource: ProtectedResource,
  request: Request,
  requirements?: AccessRequirements,
): Promise<{ access: ResourceAccess; rejection?: undefined } | { access?: undefined; rejection: Response }> {
  const { access, rejection } = await resource.admit(toResourceRequest(request), requirements)
  return rejection ? { rejection: toResponse(rejection) } : { access }
}

/**
 * Wraps a route handler of Next.js, or of any server with web-standard requests: it runs only with a valid access token for
 * the resource. If it handles all requests of a server, it serves the metadata, too.
 */
export const withAccess =
  <Context extends object = object>(
    resource: ProtectedResource,
    handler: (request: Request, context: Context & { access: ResourceAccess }) => Response | Promise<Response>,
    requirements?: AccessRequirements,
  ) =>
  async (request: Request, context?: Context): Promise<Response> => {
    const described = resource.describe(toResourceRequest(request))
    if (described) return toResponse(described)
    const { access, rejection } = await verifyAccess(resource, request, requirements)
    return rejection ?? handler(request, { ...(context as Context), access })
  }

/** The handlers of the route `app/.well-known/oauth-protected-resource/…`, where clients learn how to get a token. */
export function serveMetadata(resource: ProtectedResource) {
  const { pathname: path } = new URL(resource.metadataUrl)
  const handle = ({ method }: Request) => toResponse(resource.describe({ method, path })!)
  return { GET: handle, HEAD: handle, OPTIONS: handle }
}

function toResourceRequest({ method, url, headers }: Request) {
  const [authorization, dpop] = ['authorization', 'dpop'].map((name) => headers.get(name) ?? undefined)
  return { method, path: new URL(url).pathname, authorization, dpop }
}

function toResponse({ status, headers, body }: ResourceResponse): Response {
  return new Response(body && JSON.stringify(body), { status, headers })
}

export type { TokenRequirements } from './admit.ts'
export type { AccessRequirements } from './resource.ts'
