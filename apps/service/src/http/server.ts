import type { RequestListener } from 'node:http'
import { adminApi, currentApi, gen1Api, hostedApi, openidApi, proxyApi } from '@thumbturn/contract'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import type { Core } from '../core/core.ts'
import { createConcurrency } from '../core/model/limits/concurrency.ts'
import type { Check } from './admin/checks.ts'
import { adminHandlers } from './admin/handlers.ts'
import type { Mode } from './admin/outbox.ts'
import { clientAddresses, forwardedRequests } from './client-address.ts'
import { currentHandlers } from './current/handlers.ts'
import type { Version } from './current/public.ts'
import { gen1Handlers } from './gen1/handlers.ts'
import { gen1WireFormat } from './gen1/wire-format.ts'
import { hostedHandlers } from './hosted/handlers.ts'
import { addHostedPages } from './hosted-pages.ts'
import type { LoadShedding } from './load-shedding.ts'
import { createMalformedRejection } from './malformed.ts'
import type { MountContext } from './mount-context.ts'
import { openidHandlers } from './openid/handlers.ts'
import { createProblemPage } from './openid/problem-page.ts'
import { openidWireFormat } from './openid/wire-format.ts'
import { sendOtherMethod, sendOutsideRoutes, sendUnknownPath } from './outside-routes.ts'
import { addPages, sendMissingPage } from './pages.ts'
import { prepareRequest } from './prepare-request.ts'
import { addProbes } from './probes.ts'
import { createProblemFormat } from './problem-format.ts'
import { proxyHandlers } from './proxy/handlers.ts'
import { proxyWireFormat } from './proxy/wire-format.ts'
import { findRepeatedHeader } from './repeated-headers.ts'
import { type RequestWatch, watchFramework } from './request-watch.ts'
import { createRouter, type Router } from './router.ts'
import { mountScim } from './scim/mount-scim.ts'
import { addSecurityTxt, type SecurityContacts } from './security-txt.ts'
import { createTraceIds, traceHeader } from './trace.ts'
import { createUnknownOrigins } from './unknown-origins.ts'
import { addWellKnownFiles } from './well-known.ts'

export type ServerOptions = {
  core: Core
  version: Version
  /** How the service is reached from outside: scheme, host and port. */
  baseUrl: string
  /** The built demo; not served where it is absent. */
  demoFolder?: string
  /** The built dashboard; not served where it is absent. */
  dashboardFolder?: string
  /** The built hosted pages; not served where they are absent. */
  hostedFolder?: string
  /** The built website; looked for when it is asked for, as it may be built while the service runs. */
  siteFolder?: string
  /** Where everything is logged; its level can be changed while the service runs. */
  log: FastifyBaseLogger
  /** In development the outbox can be read; production unless given. */
  mode?: Mode
  /** How an operator calls the command line, for advice in errors; `thumbturn` unless given. */
  command?: string
  /** The command that fills an application with made-up data; packages have none. */
  demoDataCommand?: string
  /** The findings of `doctor`; nothing unless given. */
  check?: Check
  /** The operator's contacts for reports of vulnerabilities; none unless given. */
  securityContacts?: SecurityContacts
  /** Addresses and CIDR ranges of the proxies whose forwarded headers are trusted; none by default. */
  trustedProxies?: readonly string[]
  /** Milliseconds in which a request must have arrived, headers and body each; 30 seconds unless given. */
  requestTimeout?: number
  /** Watch requests; none unless given. */
  watches?: readonly RequestWatch[]
  /** Rejects calls while the service is overloaded; none are rejected unless given. */
  loadShedding?: LoadShedding | undefined
  /** Aborted before the service stops. */
  stopping?: AbortSignal
  /** Requests wait for it: a first start creates its applications only after it has the port. */
  opening?: Promise<void>
}

/** The server of the framework, behind the routes of all APIs, as `METHOD /path/:param`. */
export type HttpServer = FastifyInstance & { routes: ReadonlySet<string> }

/** The whole HTTP surface, not yet listening. */
export async function buildServer(options: ServerOptions): Promise<HttpServer> {
  const { core, version, baseUrl, mode = 'production', check = async () => [], command = 'thumbturn' } = options
  const malformed = createMalformedRejection()
  const server = createFramework(options, malformed.reject)
  const closing = new AbortController()
  server.addHook('preClose', async () => closing.abort())
  const opening = createOpening(options.opening)
  addHooks(server, { ...options, opening, listMethods: (url) => router.listMethods(url) })
  const { host: ownHost, origin: ownOrigin } = new URL(baseUrl)
  const clientAddress = clientAddresses(options.trustedProxies ?? [], (proxy) =>
    server.log.warn(
      { proxy },
      'A proxy forwards requests but is not trusted: list it in TRUSTED_PROXIES, or all its clients share one address',
    ),
  )
  const context = {
    core,
    ownHost,
    ownOrigin,
    clientAddress,
    forwardedRequest: forwardedRequests(options.trustedProxies ?? []),
    unknownOrigins: createUnknownOrigins(core, command),
    concurrency: createConcurrency(),
    log: server.log,
    headers: createHeaders(baseUrl),
    createTraceId: createTraceIds(core),
    loadShedding: options.loadShedding,
    closing: closing.signal,
    opening,
    watches: options.watches ?? [],
  }
  const router = createRouter(context)
  router.mount(currentApi, { handlers: currentHandlers(version) })
  router.mount(gen1Api, { handlers: gen1Handlers, wireFormat: gen1WireFormat })
  router.mount(proxyApi, { handlers: proxyHandlers, wireFormat: proxyWireFormat })
  router.mount(openidApi, {
    handlers: openidHandlers({ mode, command }),
    wireFormat: { ...openidWireFormat, formatPage: createProblemFormat(options.hostedFolder, createProblemPage) },
  })
  router.mount(hostedApi, { handlers: hostedHandlers({ command }) })
  const parts = { command, siteFolder: options.siteFolder, demoDataCommand: options.demoDataCommand }
  router.mount(adminApi, { handlers: adminHandlers({ mode, check, log: server.log, ownOrigin, parts }) })
  putInFront(server, router)
  malformed.watch(server.server)
  addProbes(server, core, options.stopping)
  addWellKnownFiles(server, context)
  addSecurityTxt(server, context, options.securityContacts ?? { contacts: [] })
  mountScim(server, context)
  await addHostedPages(server, options.hostedFolder, context)
  await addPages(server, options)
  return Object.assign(server, { routes: router.routes })
}

/** Lets the framework see only requests that have no route of an API. */
function putInFront({ server }: FastifyInstance, router: Router) {
  const [next] = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request').on('request', (request, response) => {
    if (!router.respond(request, response)) next!(request, response)
  })
}

/** Requests wait for what it returns; undefined once that is over. */
function createOpening(opening: Promise<void> | undefined): () => Promise<void> | undefined {
  let pending = opening
  const open = () => {
    pending = undefined
  }
  // If the start fails, it says so itself.
  pending?.then(open, () => undefined)
  return () => pending
}

type HookOptions = Pick<ServerOptions, 'baseUrl' | 'demoFolder' | 'dashboardFolder' | 'siteFolder' | 'watches'> &
  Pick<MountContext, 'opening'> &
  Pick<Router, 'listMethods'>

/** Adds what all responses of the framework have in common. */
function addHooks(server: FastifyInstance, { baseUrl, opening, listMethods, watches = [], ...folders }: HookOptions) {
  watchFramework(server, watches)
  server.addHook('onRequest', async () => opening())
  addHeaders(server, baseUrl)
  // A path without a route is unknown, whatever its body.
  server.removeAllContentTypeParsers()
  server.setErrorHandler(sendOutsideRoutes)
  server.setNotFoundHandler(async (request, reply) => {
    if (await sendMissingPage(request, reply, folders)) return reply
    const methods = listMethods(request.url)
    return methods.length > 0 ? sendOtherMethod(request, reply, methods) : sendUnknownPath(request, reply)
  })
}

type FrameworkOptions = Pick<ServerOptions, 'core' | 'baseUrl' | 'log' | 'requestTimeout'>

/** The framework without any route; `clientErrorHandler` gets what isn't valid HTTP. */
function createFramework(
  { core, baseUrl, log, requestTimeout = 30_000 }: FrameworkOptions,
  clientErrorHandler: ReturnType<typeof createMalformedRejection>['reject'],
): FastifyInstance {
  return Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'traceId' }),
    genReqId: createTraceIds(core),
    exposeHeadRoutes: false,
    rewriteUrl: prepareRequest,
    // A slow sender or an idle crowd must not hold connections for ever.
    requestTimeout,
    // Node's own limit for headers is a minute, and it looks for late ones every 30 seconds only.
    http: { headersTimeout: requestTimeout, connectionsCheckingInterval: Math.min(1_000, requestTimeout) },
    keepAliveTimeout: 72_000,
    // A proxy can't know that the service stops: requests on its open connections get their response, and `Connection: close`.
    return503OnClosing: false,
    // A part of the path may be as long as headers may: its route rejects what is too long, in the format of its API.
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 16_384 },
    // These come before any hook, so that they need their headers here.
    frameworkErrors: (error, request, reply) =>
      void sendOutsideRoutes(
        error,
        request as FastifyRequest,
        reply.headers(createHeaders(baseUrl)).header(traceHeader, request.id) as never,
      ),
    clientErrorHandler,
  })
}

function addHeaders(server: FastifyInstance, baseUrl: string) {
  const always = createHeaders(baseUrl)
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(always).header(traceHeader, request.id)
    done(findRepeatedHeader(request.raw))
  })
}

/** The headers of every response, unless its route sets others. */
const createHeaders = (baseUrl: string): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  ...(baseUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
})
