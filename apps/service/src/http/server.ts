import type { RequestListener } from 'node:http'
import { adminApi, currentApi, gen1Api, proxyApi } from '@thumbturn/contract'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import type { Core } from '../core/core.ts'
import { badRequest } from '../core/errors.ts'
import { createConcurrency } from '../core/model/limits/concurrency.ts'
import type { Check } from './admin/checks.ts'
import { adminHandlers } from './admin/handlers.ts'
import type { Mode } from './admin/outbox.ts'
import { acceptOnlyJson } from './body-parsers.ts'
import { clientAddresses } from './client-address.ts'
import { currentHandlers } from './current/handlers.ts'
import type { Version } from './current/public.ts'
import { createEarlyRejection, type EarlyRejection } from './early-rejection.ts'
import { formatChecks } from './formats.ts'
import { gen1Handlers } from './gen1/handlers.ts'
import { gen1WireFormat } from './gen1/wire-format.ts'
import { lazyCompilers } from './lazy-compilers.ts'
import type { LoadShedding } from './load-shedding.ts'
import { createMalformedRejection } from './malformed.ts'
import { mount } from './mount.ts'
import { sendOutsideRoutes, sendUnknownPath } from './outside-routes.ts'
import { addPages, notFoundPage } from './pages.ts'
import { prepareRequest } from './prepare-request.ts'
import { addProbes } from './probes.ts'
import { proxyHandlers } from './proxy/handlers.ts'
import { proxyWireFormat } from './proxy/wire-format.ts'
import { mountScim } from './scim/mount-scim.ts'
import { createTraceIds, traceHeader } from './trace.ts'
import { createUnknownOrigins } from './unknown-origins.ts'
import { describeFailures } from './validation-messages.ts'
import { compileWellFormed } from './well-formed.ts'
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
  /** The built website; looked for when it is asked for, as it may be built while the service runs. */
  siteFolder?: string
  /** Where everything is logged; its level can be changed while the service runs. */
  log: FastifyBaseLogger
  /** In development the outbox can be read; production unless given. */
  mode?: Mode
  /** How an operator calls the command line, for advice in errors; `thumbturn` unless given. */
  command?: string
  /** The findings of `doctor`; nothing unless given. */
  check?: Check
  /** Addresses and CIDR ranges of the proxies whose forwarded headers are trusted; none by default. */
  trustedProxies?: readonly string[]
  /** Milliseconds in which a request must have arrived, headers and body each; 30 seconds unless given. */
  requestTimeout?: number
  /** Adds the hooks that watch requests, before all others. */
  watch?: (server: FastifyInstance) => void
  /** Rejects calls while the service is overloaded; none are rejected unless given. */
  loadShedding?: LoadShedding | undefined
  /** Called for each call that is rejected before its route. */
  watchRejection?: (rejection: EarlyRejection) => void
  /** Aborted before the service stops. */
  stopping?: AbortSignal
  /** Requests wait for it: a first start creates its applications only after it has the port. */
  opening?: Promise<void>
}

// Larger than any ceremony (a chain of TPM certificates has some 10 kB), small enough to parse at once.
const bodyLimit = 256 * 1024

/** The whole HTTP surface, not yet listening. */
export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
  const { core, version, baseUrl, mode = 'production', check = async () => [], command = 'thumbturn' } = options
  const malformed = createMalformedRejection()
  const server = createFramework(options, malformed.reject)
  options.watch?.(server)
  acceptOnlyJson(server)
  if (options.opening) holdRequests(server, options.opening)
  addHeaders(server, baseUrl)
  server.setErrorHandler(sendOutsideRoutes)
  server.setNotFoundHandler(async (request, reply) => {
    const page = await notFoundPage(request, options.siteFolder)
    if (page !== undefined) return reply.code(404).type('text/html; charset=utf-8').send(page)
    return sendUnknownPath(request, reply)
  })
  addProbes(server, core, options.stopping)
  const clientAddress = clientAddresses(options.trustedProxies ?? [], (proxy) =>
    server.log.warn(
      { proxy },
      'A proxy forwards requests but is not trusted: list it in TRUSTED_PROXIES, or all its clients share one address',
    ),
  )
  const unknownOrigins = createUnknownOrigins(core, command)
  const { host: ownHost, origin: ownOrigin } = new URL(baseUrl)
  const { loadShedding } = options
  const concurrency = createConcurrency()
  const around = { core, ownHost, ownOrigin, clientAddress, unknownOrigins, loadShedding, concurrency }
  addWellKnownFiles(server, around)
  if (loadShedding) rejectEarly(server, { ...options, loadShedding })
  malformed.watch(server.server)
  mount(server, currentApi, { handlers: currentHandlers(version), ...around })
  mount(server, gen1Api, { handlers: gen1Handlers, wireFormat: gen1WireFormat, ...around })
  mount(server, proxyApi, { handlers: proxyHandlers, wireFormat: proxyWireFormat, ...around })
  mount(server, adminApi, { handlers: adminHandlers({ mode, check, log: server.log, ownOrigin, command }), ...around })
  mountScim(server, around)
  await addPages(server, options)
  return server
}

type FrameworkOptions = Pick<ServerOptions, 'core' | 'baseUrl' | 'log' | 'requestTimeout'>

/** The framework without any route; `clientErrorHandler` gets what isn't valid HTTP. */
function createFramework(
  { core, baseUrl, log, requestTimeout = 30_000 }: FrameworkOptions,
  clientErrorHandler: ReturnType<typeof createMalformedRejection>['reject'],
): FastifyInstance {
  return Fastify({
    bodyLimit,
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
    // The contract decides what is invalid and what is ignored: nothing is converted or removed.
    ajv: {
      // verbose: an error knows its schema, and with it the fields that it could have been.
      customOptions: {
        coerceTypes: false,
        removeAdditional: false,
        useDefaults: true,
        allErrors: false,
        verbose: true,
        code: { regExp: compileWellFormed },
      },
      // After the formats of the framework, which it would add otherwise.
      onCreate: (ajv) => {
        for (const [name, check] of Object.entries(formatChecks)) ajv.addFormat(name, check)
      },
    },
    // Its own formats are stricter than those of requests; the other keywords tell the alternatives of a response apart.
    serializerOpts: { ajv: { validateFormats: false } },
    schemaController: { compilersFactory: lazyCompilers },
    schemaErrorFormatter: describeFailures,
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

/** Lets the server see only calls that aren't rejected because of overload. */
function rejectEarly(server: FastifyInstance, options: ServerOptions & { loadShedding: LoadShedding }) {
  const { core, baseUrl, loadShedding, watchRejection } = options
  const reject = createEarlyRejection({
    apis: [
      { api: currentApi },
      { api: gen1Api, wireFormat: gen1WireFormat },
      { api: proxyApi, wireFormat: proxyWireFormat },
      { api: adminApi },
    ],
    headers: createHeaders(baseUrl),
    createTraceId: createTraceIds(core),
    loadShedding,
    watchRejection,
  })
  let isClosing = false
  server.addHook('preClose', async () => {
    isClosing = true
  })
  const [route] = server.server.listeners('request') as RequestListener[]
  server.server.removeAllListeners('request').on('request', (request, response) => {
    if (isClosing || !reject(request, response)) route!(request, response)
  })
}

function holdRequests(server: FastifyInstance, opening: Promise<void>) {
  let isOpen = false
  opening.then(
    () => {
      isOpen = true
    },
    () => undefined,
  )
  server.addHook('onRequest', (_request, _reply, done) => {
    if (isOpen) return done()
    opening.then(() => done(), done)
  })
}

function addHeaders(server: FastifyInstance, baseUrl: string) {
  const always = createHeaders(baseUrl)
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(always).header(traceHeader, request.id)
    const repeated = ['Host', 'Content-Type'].find((name) => countHeaders(request, name) > 1)
    const message = `The request has more than one ${repeated} header. Send exactly one.`
    done(repeated === undefined ? undefined : badRequest(message))
  })
}

/** Node keeps the first of these headers and drops the others; a proxy may have used another one (RFC 9112 §3.2). */
const countHeaders = ({ raw }: FastifyRequest, wanted: string) =>
  raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === wanted.toLowerCase()).length

/** The headers of every response, unless its route sets others. */
const createHeaders = (baseUrl: string): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  ...(baseUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
})
