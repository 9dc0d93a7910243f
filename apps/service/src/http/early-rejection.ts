import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Api, LimitClass, Route } from '@thumbturn/contract'
import { isOverload, type Overload, overloadMessage } from '../core/errors.ts'
import { createOutageHeaders, isForBrowsers } from './cors.ts'
import type { LoadShedding } from './load-shedding.ts'
import { prepareRequest } from './prepare-request.ts'
import { toUrl } from './route-url.ts'
import { traceHeader } from './trace.ts'
import { currentWireFormat, echo, type WireFormat } from './wire-format.ts'

/** A call that was rejected before its route; `route` is the template of its path. */
export type EarlyRejection = { method: string; route: string; limit: LimitClass }

type MountedApi = { api: Api; wireFormat?: WireFormat }
type MountedRoute = { route: Route; url: string; wireFormat: WireFormat; body: string }

export type EarlyRejectionOptions = {
  apis: readonly MountedApi[]
  loadShedding: Pick<LoadShedding, 'admit' | 'isLoaded'>
  /** The headers of every response. */
  headers: Readonly<Record<string, string>>
  createTraceId(request: { headers: IncomingHttpHeaders }): string
  watchRejection?: ((rejection: EarlyRejection) => void) | undefined
}

/**
 * Rejects calls under overload before anything else is done for them: what the framework does for each call takes several times
 * as long, and there can be many more of them than the service can respond to. Returns whether it has sent the response; what
 * it doesn't know, its route rejects.
 */
export function createEarlyRejection(options: EarlyRejectionOptions) {
  const { loadShedding, headers, createTraceId, watchRejection } = options
  const find = createRouteFinder(options.apis)
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    if (!loadShedding.isLoaded()) return false
    const found = find(request)
    const overload = found && findOverload(loadShedding, found.route)
    if (!found || !overload) return false
    const { route, url, wireFormat, body } = found
    response.writeHead(503, {
      ...headers,
      [traceHeader]: createTraceId(request),
      ...(isForBrowsers(route) && createOutageHeaders(request.headers.origin)),
      ...echo(wireFormat, request.headers),
      'retry-after': `${overload.retryAfter}`,
      'content-type': 'application/json; charset=utf-8',
      'content-length': `${body.length}`,
    })
    response.end(body)
    watchRejection?.({ method: route.method, route: url, limit: route.limit })
    return true
  }
}

function findOverload(loadShedding: Pick<LoadShedding, 'admit'>, route: Route): Overload | undefined {
  try {
    loadShedding.admit(route)
    return undefined
  } catch (error) {
    if (isOverload(error)) return error
    throw error
  }
}

/** Finds routes without parameters by their path, and others by their patterns. */
function createRouteFinder(apis: readonly MountedApi[]) {
  const exact = new Map<string, MountedRoute>()
  const patterns: { pattern: RegExp; mounted: MountedRoute }[] = []
  for (const mounted of apis.flatMap(listRoutes)) {
    const key = `${mounted.route.method} ${mounted.url}`
    if (mounted.url.includes(':')) patterns.push({ pattern: toPattern(key), mounted })
    else exact.set(key, mounted)
  }
  return (request: IncomingMessage): MountedRoute | undefined => {
    const [path] = prepareRequest(request).split('?', 1)
    const key = `${request.method} ${path}`
    return exact.get(key) ?? patterns.find(({ pattern }) => pattern.test(key))?.mounted
  }
}

const toPattern = (key: string) => new RegExp(`^${key.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`)

function listRoutes({ api, wireFormat = currentWireFormat }: MountedApi): MountedRoute[] {
  return Object.values<Route>(api.routes).map((route) => ({
    route,
    wireFormat,
    url: `${api.basePath}${toUrl(route)}`,
    body: JSON.stringify(
      wireFormat.formatError({ status: 503, code: 'service_unavailable', message: overloadMessage }),
    ),
  }))
}
