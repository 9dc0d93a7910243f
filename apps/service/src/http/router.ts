import type { IncomingMessage, ServerResponse } from 'node:http'
import { finished } from 'node:stream'
import type { Api, Route } from '@thumbturn/contract'
import findMyWay, { type HTTPMethod } from 'find-my-way'
import { deriveCore } from '../core/derive.ts'
import { createOfflineCore } from '../core/offline.ts'
import { createBodyReader } from './body.ts'
import type { HandlersOf } from './call.ts'
import { isForBrowsers } from './cors.ts'
import { Exchange } from './exchange.ts'
import type { MountContext } from './mount-context.ts'
import { compilePreflight, compileRoute } from './pipeline.ts'
import { prepareRequest } from './prepare-request.ts'
import type { RequestWatch } from './request-watch.ts'
import { toUrl } from './route-url.ts'
import type { Binding, Handler } from './steps.ts'
import { traceHeader } from './trace.ts'
import { createSerializer, createValidator } from './validation.ts'
import { currentWireFormat, type WireFormat } from './wire-format.ts'

type Arrival = Pick<Exchange, 'request' | 'response' | 'params' | 'query'>
type Respond = (arrival: Arrival) => void

/** The routes of all APIs, in front of what the framework serves. */
export type Router = {
  /** Every route, as `METHOD /path/:param`. */
  routes: ReadonlySet<string>
  /** Serves every route of an API at its base path. */
  mount<A extends Api>(api: A, options: { handlers: HandlersOf<A['routes']>; wireFormat?: WireFormat }): void
  /** The methods of the routes at an address, in alphabetical order. */
  listMethods(url: string): readonly string[]
  /** Responds to a request unless it has no route. Returns whether it does. */
  respond(request: IncomingMessage, response: ServerResponse): boolean
}

export function createRouter(context: MountContext): Router {
  // A part of the path may be as long as headers may: its route rejects what is too long, in the format of its API.
  const paths = findMyWay({ maxParamLength: 16_384 })
  const routes = new Set<string>()
  const methods = new Set<HTTPMethod>()
  const offline = createOfflineCore(context.core)
  const add = (method: HTTPMethod, url: string, respond: Respond) => {
    paths.on(method, url, () => {}, respond)
    routes.add(`${method} ${url}`)
    methods.add(method)
  }
  return {
    routes,
    mount(api, { handlers, wireFormat = currentWireFormat }) {
      for (const [name, route] of Object.entries<Route>(api.routes)) {
        const url = `${api.basePath}${toUrl(route)}`
        // The only cast of a handler: iterating over a record loses which value belongs to which key. HandlersOf proved it.
        const handler = handlers[name as keyof typeof handlers] as unknown as Handler
        const core = route.offline ? offline : context.core
        const binding = bindRoute(route, {
          ...context,
          core,
          url,
          wireFormat,
          handler,
          ignoresBlanks: api.ignoresBlanks,
        })
        add(route.method, url, serve(binding, compileRoute(binding)))
        if (!isForBrowsers(route) || routes.has(`OPTIONS ${url}`)) continue
        const preflight = { ...binding, core: offline }
        add('OPTIONS', url, serve(preflight, compilePreflight(preflight)))
      }
    },
    listMethods: (url) => [...methods].filter((method) => paths.find(method, url) !== null).toSorted(),
    respond(request, response) {
      const url = prepareRequest(request)
      const found = paths.find(request.method as HTTPMethod, url)
      if (found === null) return false
      const { params, searchParams: query, store } = found
      ;(store as Respond)({ request, response, params, query })
      return true
    },
  }
}

type RouteContext = Omit<Binding, 'route' | 'readBody' | 'validate' | 'serialize'>

/** Prepares what the steps of a route need. */
function bindRoute(route: Route, context: RouteContext): Binding {
  const { params, query, body } = route
  const checkParams = params && createValidator(params, 'params')
  const checkBody = body && createValidator(body, 'body')
  const checkQuery = query && createValidator(query, 'querystring')
  return {
    ...context,
    route,
    readBody: createBodyReader(route),
    validate(exchange) {
      checkParams?.(exchange.params)
      if (route.checkedByHandler) return
      checkBody?.(exchange.body)
      checkQuery?.(exchange.query)
    },
    serialize: createSerializer(route),
  }
}

/** Begins the exchange of each request of a route. */
function serve(binding: Binding, run: (exchange: Exchange) => void): Respond {
  const { core, url, clientAddress, createTraceId, headers: always, log, watches, closing } = binding
  return (arrival) => {
    const { request } = arrival
    const traceId = createTraceId(request)
    const headers: Record<string, string> = { ...always, [traceHeader]: traceId }
    // So that clients leave while the service stops.
    if (closing.aborted) headers.connection = 'close'
    const origin = { address: clientAddress(request), traceId, startedAt: core.microseconds() }
    const exchange = new Exchange({ ...arrival, core: deriveCore(core, { origin }), traceId, headers, log })
    if (watches.length === 0) return run(exchange)
    watchExchange(exchange, { url, watches, run: () => run(exchange) })
  }
}

type WatchContext = { url: string; watches: readonly RequestWatch[]; run: () => void }

/** Runs an exchange inside everything that watches it. */
function watchExchange({ request, response, traceId: id, core }: Exchange, { url: route, watches, run }: WatchContext) {
  const { method = '', headers } = request
  const watched = { method, headers, id }
  const startedAt = core.microseconds()
  finished(response, () => {
    const outcome = { route, status: response.statusCode, elapsedMs: (core.microseconds() - startedAt) / 1000 }
    for (const { end } of watches) end?.(watched, outcome)
  })
  const begin = watches.reduceRight((next, { begin }) => (begin ? () => begin(watched, next) : next), run)
  begin()
}
