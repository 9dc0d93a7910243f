import { finished } from 'node:stream'
import { type Api, type Route, withoutBlanks } from '@thumbturn/contract'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Core } from '../core/core.ts'
import { type AppError, badRequest, Outage } from '../core/errors.ts'
import type { Actor } from '../core/model/audit/entry.ts'
import { createOfflineCore } from '../core/offline.ts'
import { createReplicaCore } from '../core/replica.ts'
import { countCall } from '../core/use-cases/limits/count.ts'
import { readAuthorization, readCredential } from './authorization.ts'
import { acceptOnlyMedia } from './body-parsers.ts'
import type { Call, HandlersOf } from './call.ts'
import type { Caller } from './callers.ts'
import { toNetwork } from './client-address.ts'
import {
  allowOrigin,
  createOutageHeaders,
  createPreflightHandler,
  findPageApplication,
  isForBrowsers,
  requireOrigin,
} from './cors.ts'
import { countRejection, type ReceivedCall } from './count-rejection.ts'
import { sendResult } from './custom-response.ts'
import { createErrorSender } from './errors.ts'
import { guard } from './guard.ts'
import { type MountContext, readAddress } from './mount-context.ts'
import { findAddressedApplication, requireApplication, resolveApplication } from './named-application.ts'
import { toUrl } from './route-url.ts'
import { findSubject } from './subject.ts'
import { sentTraceId, traceHeader, validTraceId } from './trace.ts'
import { rejectUnknownOrigin } from './unknown-origins.ts'
import { currentWireFormat, echo } from './wire-format.ts'

type Handler = (input: unknown, call: Call & AdmittedCall) => Promise<unknown>
type RouteBinding = { handler: Handler; closing: AbortSignal; ignoresBlanks: true | undefined }
type AdmittedCall = ReceivedCall & { caller: Caller }

/** Serves every route of an API at its base path. */
export function mount<A extends Api>(
  server: FastifyInstance,
  api: A,
  { handlers, ...context }: MountContext & { handlers: HandlersOf<A['routes']> },
) {
  const closing = new AbortController()
  server.addHook('preClose', async () => closing.abort())
  server.register(
    async (scope) => {
      const paths = new Set<string>()
      for (const [name, route] of Object.entries(api.routes)) {
        // The only cast of a handler: iterating over a record loses which value belongs to which key. HandlersOf proved it.
        bindWithBody(scope, route, {
          handler: countInProgress(route, handlers[name as keyof A['routes']] as unknown as Handler, context),
          closing: closing.signal,
          ignoresBlanks: api.ignoresBlanks,
          ...context,
        })
        if (isForBrowsers(route)) paths.add(toUrl(route))
      }
      const preflight = createPreflightHandler({ ...context, core: createOfflineCore(context.core) })
      for (const path of paths) scope.options(path, preflight)
    },
    { prefix: api.basePath },
  )
}

/** The same handler, whose calls count for the load while they run. */
const countInProgress = (
  route: Route,
  handler: Handler,
  { loadShedding }: Pick<MountContext, 'loadShedding'>,
): Handler => (loadShedding ? (input, call) => loadShedding.run(route, () => handler(input, call)) : handler)

/** A route whose body isn't JSON has a parser of its own. */
function bindWithBody(scope: FastifyInstance, route: Route, binding: MountContext & RouteBinding) {
  const { bodyMedia } = route
  if (bodyMedia === undefined) return bind(scope, route, binding)
  scope.register(async (inner) => {
    acceptOnlyMedia(inner, bodyMedia)
    bind(inner, route, binding)
  })
}

function bind(scope: FastifyInstance, route: Route, { handler, ...given }: MountContext & RouteBinding) {
  const context = route.offline ? { ...given, core: createOfflineCore(given.core) } : given
  const { wireFormat: dialect = currentWireFormat } = context
  const received = new WeakMap<FastifyRequest, ReceivedCall>()
  const send = createErrorSender(route.also, dialect)
  scope.route({
    method: route.method,
    url: toUrl(route),
    schema: toSchema(route),
    onRequest: async (request, reply) => {
      reply.headers(echo(dialect, request.headers))
      context.loadShedding?.admit(route)
      const call: ReceivedCall = { core: createCallCore(context, request), application: undefined, caller: undefined }
      received.set(request, call)
      await admit(call, { request, reply, route, ...context })
    },
    preValidation: listPreparations(route, context),
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const call = received.get(request)!
      const core = adoptTraceId(call.core, request, reply)
      call.core = core
      // The body can have taken long.
      await core.applications.ready()
      const evidence = { request, route, ownOrigin: context.ownOrigin }
      if (hadSlowBody(call, route)) call.caller = await guardAgain(call, evidence)
      await admitToken(call, dialect.readToken?.(request), evidence)
      call.application = await resolveApplication(core, call.application, dialect.readAppId(request))
      if (call.application && isForBrowsers(route))
        await requireOrigin({ ...context, core }, { request, reply, application: call.application })
      await countSubject(call, route, request)
      if (route.application !== 'optional') call.application = requireApplication(call.application)
      const { params, query, body } = request
      const { application, caller } = call as AdmittedCall
      if (route.concurrency) finished(reply.raw, context.concurrency.begin(route.concurrency, nameCaller(caller)))
      const log = request.log.info.bind(request.log)
      const { 'user-agent': userAgent, 'if-match': ifMatch, 'last-event-id': lastEventId, cookie } = request.headers
      const gone = () => createDisconnectSignal(reply, context.closing)
      const result = await handler(
        { params, query, body },
        {
          core: withActor(route.canLag ? createReplicaCore(core) : core, caller, userAgent),
          caller,
          application,
          userAgent,
          ifMatch,
          lastEventId: toText(lastEventId),
          cookie,
          log,
          disconnectSignal: gone,
          admitAgain: async () => {
            await core.applications.ready()
            await guardAgain(call, evidence)
          },
        },
      )
      if (route.media !== undefined) reply.type(`${route.media}; charset=utf-8`)
      return sendResult(request, reply, { ok: route.ok, result })
    },
    errorHandler: async (error: FastifyError | AppError, request, reply) => {
      const call = received.get(request)
      if (call) await countRejection(call, error, { route, body: request.body })
      if (error instanceof Outage && isForBrowsers(route)) reply.headers(createOutageHeaders(request.headers.origin))
      return send(error, request, reply)
    },
  })
}

/** Node's types allow for several headers of a name that it doesn't know. */
const toText = (header: string | string[] | undefined) => (typeof header === 'string' ? header : undefined)

/** Created only when needed: most responses are sent at once. */
function createDisconnectSignal({ raw }: FastifyReply, closing: AbortSignal): AbortSignal {
  const left = new AbortController()
  raw.once('close', () => left.abort())
  return AbortSignal.any([left.signal, closing])
}

/** The checks that run before the body is read. */
async function admit(
  call: ReceivedCall,
  {
    request,
    reply,
    route,
    ownHost,
    ownOrigin,
    unknownOrigins,
  }: Pick<MountContext, 'ownHost' | 'ownOrigin' | 'unknownOrigins'> & {
    request: FastifyRequest
    reply: FastifyReply
    route: Route
  },
) {
  const { core } = call
  await core.applications.ready()
  const named = isForBrowsers(route)
    ? await findPageApplication({ core, ownHost }, { request, reply })
    : await findAddressedApplication(core, readAddress(request), ownHost)
  call.application = named
  if (isForBrowsers(route) && !(await allowOrigin({ core, ownHost }, { request, reply, named })))
    await rejectUnknownOrigin({ core, ownHost, unknownOrigins }, { request, named })
  await countCall(core, route.limit, { scopes: ['network'], network: findNetwork(core) })
  const { access, afterDeletion } = route
  call.caller = await guard(core, access, { ...listEvidence(request, route, ownOrigin), named, afterDeletion })
  call.application = named ?? findApplication(call.caller)
}

/** The parts of a call that the guard looks at besides the application. */
function listEvidence({ method, headers, params }: FastifyRequest, { path }: Route, ownOrigin: string) {
  const target = path.startsWith('/applications/{id}') ? (params as { id: string }).id : undefined
  return { method, headers, ownOrigin, target }
}

/** The administrator; of other callers, all together are limited. */
const nameCaller = (caller: Caller): string => ('by' in caller ? caller.by : caller.kind)

/** The application of a caller, if the credential names one. */
const findApplication = (caller: Caller) => (caller.kind === 'anonymous' ? undefined : caller.application)

/** How long a body can take before its caller is checked again, in microseconds: revocations count within a second. */
const promptUs = 1_000_000

/** The token of a backend can't be checked again: it counts once. */
const isRepeatable = ({ access }: Route) => !['public', 'service', 'management'].includes(access.kind)

const hadSlowBody = ({ core: { origin, microseconds } }: ReceivedCall, route: Route): boolean =>
  origin !== undefined && microseconds() - origin.startedAt > promptUs && isRepeatable(route)

type Evidence = { request: FastifyRequest; route: Route; ownOrigin: string }

/** Checks the caller of a call once more, which has the same evidence. */
const guardAgain = ({ core, application: named }: ReceivedCall, { request, route, ownOrigin }: Evidence) =>
  guard(core, route.access, { ...listEvidence(request, route, ownOrigin), named, afterDeletion: route.afterDeletion })

/** A token in the body equals one in the Authorization header, but the guard ran before the body was read. */
async function admitToken(call: ReceivedCall, token: unknown, { request, route, ownOrigin }: Evidence) {
  const inBody = typeof token === 'string' ? readCredential(token) : undefined
  if (inBody === undefined) return
  const { headers } = request
  const inHeader = readAuthorization(headers.authorization)
  if (inHeader === inBody) return
  if (inHeader !== undefined) throw badRequest('app.token and the Authorization header differ: send one of them')
  const { core, application: named } = call
  const evidence = {
    ...listEvidence(request, route, ownOrigin),
    headers: { ...headers, authorization: `Bearer ${inBody}` },
  }
  call.caller = await guard(core, route.access, { ...evidence, named })
  call.application = named ?? findApplication(call.caller)
}

async function countSubject({ core, application, caller }: ReceivedCall, { limit }: Route, { body }: FastifyRequest) {
  const user = caller && (await findSubject(core, caller, body))
  const counted = { appId: application?.id, user, network: findNetwork(core) }
  await countCall(core, limit, { scopes: ['application', 'user', 'userFromNetwork'], ...counted })
}

/** The preparations of body and query before they are compared with the contract. */
function listPreparations(route: Route, { ignoresBlanks }: Pick<RouteBinding, 'ignoresBlanks'>) {
  return [...(route.bodyOptional ? [defaultToEmptyBody] : []), ...(ignoresBlanks ? [createBlankRemover(route)] : [])]
}

async function defaultToEmptyBody(request: FastifyRequest) {
  if (request.body === undefined) request.body = {}
}

const createBlankRemover =
  ({ body, query }: Route) =>
  async (request: FastifyRequest) => {
    if (body) request.body = withoutBlanks(body, request.body)
    if (query) request.query = withoutBlanks(query, request.query)
  }

/** The core of one call, whose events record where the call came from. */
function createCallCore({ core, clientAddress }: MountContext, request: FastifyRequest): Core {
  const origin = { address: clientAddress(request.raw), traceId: request.id, startedAt: core.microseconds() }
  return { ...core, origin }
}

/** The core of a call that administers: what it changes records who made it. */
function withActor(core: Core, caller: Caller, userAgent: string | undefined): Core {
  const actor = toActor(caller)
  if (actor === undefined || core.origin === undefined) return core
  return { ...core, actor, origin: { ...core.origin, userAgent: userAgent?.slice(0, 256) } }
}

function toActor(caller: Caller): Actor | undefined {
  if (caller.kind === 'member') return { kind: 'member', id: caller.member.userId, name: caller.member.name }
  if (caller.kind !== 'apiKey' || !('by' in caller)) return undefined
  return { kind: 'apiKey', id: caller.keyId, name: caller.keyName }
}

function findNetwork({ origin }: Core): string | undefined {
  return origin?.address && toNetwork(origin.address)
}

/** Some clients send a trace id in the body. A header takes precedence. */
function adoptTraceId(core: Core, request: FastifyRequest, reply: FastifyReply): Core {
  const traceId = validTraceId((request.body as { traceId?: unknown } | undefined)?.traceId)
  if (traceId === undefined || !core.origin || sentTraceId(request.headers) !== undefined) return core
  request.log = request.log.child({ traceId })
  reply.header(traceHeader, traceId)
  return { ...core, origin: { ...core.origin, traceId } }
}

/** Only the parts that a route has: an absent one would be a warning at every start. */
function toSchema({ params, query, body, ok, result, media }: Route) {
  return {
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    ...(result && media === undefined && { response: { [ok]: result } }),
  }
}
