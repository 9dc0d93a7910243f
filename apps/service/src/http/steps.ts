import { finished } from 'node:stream'
import { type Route, withoutBlanks } from '@thumbturn/contract'
import { after } from '../core/after.ts'
import type { Core } from '../core/core.ts'
import { deriveCore } from '../core/derive.ts'
import { badRequest } from '../core/errors.ts'
import { countCall } from '../core/use-cases/limits/count.ts'
import { toNetwork } from '../core/use-cases/limits/network.ts'
import { readAuthorization, readCredential } from './authorization.ts'
import { createCall } from './call.ts'
import type { Caller } from './callers.ts'
import * as cors from './cors.ts'
import type { Exchange } from './exchange.ts'
import { guard } from './guard.ts'
import type { MountContext } from './mount-context.ts'
import * as named from './named-application.ts'
import { findRepeatedHeader } from './repeated-headers.ts'
import { findSubject } from './subject.ts'
import { sentTraceId, traceHeader, validTraceId } from './trace.ts'
import { rejectUnknownOrigin } from './unknown-origins.ts'
import { echo, type WireFormat } from './wire-format.ts'

/** A handler of any route: HandlersOf proves that it takes what the route's steps give it. */
export type Handler = (input: Pick<Exchange, 'params' | 'query' | 'body'>, call: unknown) => unknown

/** A route with what its steps need. */
export type Binding = MountContext & {
  route: Route
  /** The template of its whole path. */
  url: string
  wireFormat: WireFormat
  ignoresBlanks: true | undefined
  handler: Handler
  readBody(request: Exchange['request']): Promise<unknown> | undefined
  validate(exchange: Exchange): void
  serialize(result: unknown): string
}

/** A step of a call. It returns a promise only if it waits, and throws what rejects the call. */
export type Step = (exchange: Exchange, binding: Binding) => void | Promise<void>

export const echoHeader: Step = ({ headers, request }, { wireFormat }) =>
  void Object.assign(headers, echo(wireFormat, request.headers))

export const shedLoad: Step = (_, { loadShedding, route }) => loadShedding?.admit(route)

/** A first start creates its applications only after it has the port. */
export const waitForOpening: Step = (_, { opening }) => opening()

export const rejectRepeatedHeaders: Step = ({ request }) => {
  const repeated = findRepeatedHeader(request)
  if (repeated) throw repeated
}

export const readApplications: Step = ({ core, address }, { ownHost }) => named.readApplications(core, address, ownHost)

export const nameApplicationForPage: Step = (exchange, context) => {
  exchange.application = cors.findPageApplication(exchange, context.ownHost)
  if (!cors.allowOrigin(exchange, context.ownHost)) rejectUnknownOrigin(exchange, context)
}

export const nameApplicationForEveryPage: Step = (exchange, { ownHost }) => {
  cors.allowEveryPage(exchange)
  exchange.application = named.findAddressedApplication(exchange.core, exchange.address, ownHost)
}

export const nameApplication: Step = (exchange, { ownHost }) => {
  exchange.application = named.findAddressedApplication(exchange.core, exchange.address, ownHost)
}

export const limitNetwork: Step = ({ core }, { route }) =>
  countCall(core, route.limit, { scopes: ['network'], network: findNetwork(core) })

export const guardCaller: Step = (exchange, binding) =>
  after(checkCaller(exchange, binding), (caller) => {
    exchange.caller = caller
    exchange.application ??= findApplication(caller)
  })

/** Checks the caller with the evidence of the request, or with another Authorization header. */
function checkCaller(
  { core, request, params, application: named }: Exchange,
  { route: { access, path, afterDeletion }, ownOrigin }: Binding,
  authorization = request.headers.authorization,
): Caller | Promise<Caller> {
  const { method = '', headers } = request
  const target = path.startsWith('/applications/{id}') ? (params as { id: string }).id : undefined
  return guard(core, access, { method, headers, authorization, ownOrigin, target, named, afterDeletion })
}

/** The application of a caller, if the credential names one. */
const findApplication = (caller: Caller) => (caller.kind === 'anonymous' ? undefined : caller.application)

export const readBody: Step = (exchange, binding) => {
  const reading = binding.readBody(exchange.request)
  return reading?.then((body) => {
    exchange.body = body
  })
}

export const defaultToEmptyBody: Step = (exchange) => {
  if (exchange.body === undefined) exchange.body = {}
}

export const removeBlanks: Step = (exchange, { route: { body, query } }) => {
  if (body) exchange.body = withoutBlanks(body, exchange.body)
  if (query) exchange.query = withoutBlanks(query, exchange.query)
}

export const validate: Step = (exchange, binding) => binding.validate(exchange)

/** Some clients send a trace ID in the body. A header takes precedence. */
export const adoptTraceId: Step = (exchange) => {
  const traceId = validTraceId((exchange.body as { traceId?: unknown } | undefined)?.traceId)
  const { core, request } = exchange
  if (traceId === undefined || !core.origin || sentTraceId(request.headers) !== undefined) return
  exchange.traceId = traceId
  exchange.headers[traceHeader] = traceId
  exchange.core = deriveCore(core, { origin: { ...core.origin, traceId } })
}

/** The application that the body names can be new, and the body can have taken long. */
export const readApplicationsAgain: Step = ({ core: { applications }, body, query }, { wireFormat }) => {
  const id = wireFormat.readAppId({ body, query })
  const readNamed = () => named.readUnknown(applications, typeof id === 'string' ? [id] : [])
  return after(applications.ready(), readNamed)
}

/** How long a body can take before its caller is checked again, in microseconds: revocations count within a second. */
const promptUs = 1_000_000

/** The token of a backend can't be checked again: it counts once. */
export const isRepeatable = ({ access }: Route) => !['public', 'service', 'management'].includes(access.kind)

export const guardAfterSlowBody: Step = (exchange, binding) => {
  const { core } = exchange
  const isPrompt = core.microseconds() - (core.origin?.startedAt ?? 0) <= promptUs
  return isPrompt ? undefined : guardAgain(exchange, binding)
}

/** Checks the caller of a call once more, which has the same evidence. */
const guardAgain = (exchange: Exchange, binding: Binding) =>
  after(checkCaller(exchange, binding), (caller) => {
    exchange.caller = caller
  })

/** A token in the body equals one in the Authorization header, but the guard ran before the body was read. */
export const admitTokenOfBody: Step = (exchange, binding) => {
  const token = binding.wireFormat.readToken?.(exchange)
  const inBody = typeof token === 'string' ? readCredential(token) : undefined
  if (inBody === undefined) return
  const inHeader = readAuthorization(exchange.request.headers.authorization)
  if (inHeader === inBody) return
  if (inHeader !== undefined) throw badRequest('app.token and the Authorization header differ: send one of them')
  return after(checkCaller(exchange, binding, `Bearer ${inBody}`), (caller) => {
    exchange.caller = caller
    exchange.application ??= findApplication(caller)
  })
}

export const resolveApplication: Step = (exchange, { wireFormat }) => {
  exchange.application = named.resolveApplication(exchange.core, exchange.application, wireFormat.readAppId(exchange))
}

export const requireOrigin: Step = (exchange, context) => cors.requireOrigin(exchange, context)

export const limitSubject: Step = ({ core, application, caller, body }, { route: { limit } }) =>
  after(findSubject(core, caller!, body), (user) => {
    const counted = { appId: application?.id, user, network: findNetwork(core) }
    return countCall(core, limit, { scopes: ['application', 'user', 'userFromNetwork'], ...counted })
  })

export const requireApplication: Step = (exchange) => {
  exchange.application = named.requireApplication(exchange.application)
}

export const limitConcurrency: Step = ({ caller, response }, { route, concurrency }) => {
  if (route.concurrency) finished(response, concurrency.begin(route.concurrency, nameCaller(caller!)))
}

/** The administrator; of other callers, all together are limited. */
const nameCaller = (caller: Caller): string => ('by' in caller ? caller.by : caller.kind)

export const handle: Step = (exchange, binding) => {
  const { route, handler, loadShedding, closing, forwardedRequest } = binding
  const admitAgain = async () => {
    await exchange.core.applications.ready()
    await guardAgain(exchange, binding)
  }
  const { params, query, body } = exchange
  const run = () =>
    handler({ params, query, body }, createCall(exchange, { route, closing, forwardedRequest, admitAgain }))
  return after(loadShedding ? loadShedding.run(route, run) : run(), (result) => {
    exchange.result = result
  })
}

function findNetwork({ origin }: Core): string | undefined {
  return origin?.address && toNetwork(origin.address)
}
