import { finished } from 'node:stream'
import type { Input, Output, Route } from '@thumbturn/contract'
import type { Core } from '../core/core.ts'
import { deriveCore } from '../core/derive.ts'
import type { Application } from '../core/model/applications/application.ts'
import type { Actor } from '../core/model/audit/entry.ts'
import { createReplicaCore } from '../core/replica.ts'
import type { Caller } from './callers.ts'
import type { ForwardedRequest, ForwardedRequests } from './client-address.ts'
import type { CustomResponse } from './custom-response.ts'
import type { Exchange } from './exchange.ts'

/** The argument of a handler besides the parts of the request, whichever route it serves. */
export type Call = {
  core: Core
  /** The User-Agent header as it was sent; nothing in it is trusted. */
  userAgent: string | undefined
  /** The Accept-Language header as it was sent. */
  acceptLanguage: string | undefined
  /** The Cookie header as it was sent. */
  cookie: string | undefined
  /** The Authorization header as it was sent. */
  authorization: string | undefined
  /** The DPoP header as it was sent (RFC 9449 §4.1). */
  dpop: string | undefined
  /** The Secure-Session-Response header as it was sent (DBSC). */
  deviceProof: string | undefined
  /** The Sec-Secure-Session-Id header as it was sent (DBSC). */
  deviceSessionId: string | undefined
  /** The request that a trusted proxy asks about; undefined if the call comes from none. */
  forwarded(): ForwardedRequest | undefined
  /** The If-Match header as it was sent. */
  ifMatch: string | undefined
  /** The Last-Event-ID header as it was sent. */
  lastEventId: string | undefined
  /** Aborts when no client waits for the response any more: the connection was closed, or the server is stopping. */
  disconnectSignal(): AbortSignal
  /** Checks again that the caller may make this call, for responses that take minutes. @throws AppError as before the call */
  admitAgain(): Promise<void>
  /** Writes one line to the log of the service. */
  log(facts: Readonly<Record<string, unknown>>, message: string): void
}

type CallContext = {
  route: Pick<Route, 'canLag'>
  closing: AbortSignal
  forwardedRequest: ForwardedRequests
} & Pick<Call, 'admitAgain'>

/** The call that a handler gets, once every check has passed. */
export function createCall(exchange: Exchange, { route, closing, forwardedRequest, admitAgain }: CallContext) {
  const { core, caller, application, request, response } = exchange
  const { 'user-agent': userAgent, 'if-match': ifMatch, 'last-event-id': lastEventId, ...headers } = request.headers
  return {
    core: addActor(route.canLag ? createReplicaCore(core) : core, caller, userAgent),
    caller,
    application,
    userAgent,
    ifMatch,
    lastEventId: typeof lastEventId === 'string' ? lastEventId : undefined,
    acceptLanguage: headers['accept-language'],
    cookie: headers.cookie,
    authorization: headers.authorization,
    dpop: [headers.dpop].flat().join() || undefined,
    deviceProof: readText(headers['secure-session-response']),
    deviceSessionId: readText(headers['sec-secure-session-id']),
    forwarded: () => forwardedRequest(request),
    log: (facts, message) => exchange.log.info(facts, message),
    disconnectSignal: () => createDisconnectSignal(response, closing),
    admitAgain,
  } satisfies Call & { caller: Caller | undefined; application: Application | undefined }
}

/** Structured fields can have quotes (RFC 9651 §3.3.3), and Chromium sends none. */
const readText = (header: string | string[] | undefined) =>
  typeof header === 'string' ? header.replace(/^"(.*)"$/, '$1') : undefined

/** Created only when needed: most responses are sent at once. */
function createDisconnectSignal(response: Exchange['response'], closing: AbortSignal): AbortSignal {
  const left = new AbortController()
  finished(response, () => left.abort())
  return AbortSignal.any([left.signal, closing])
}

/** The core of a call that administers: what it changes records who made it. */
function addActor(core: Core, caller: Caller | undefined, userAgent: string | undefined): Core {
  const actor = caller && toActor(caller)
  if (actor === undefined || core.origin === undefined) return core
  return deriveCore(core, { actor, origin: { ...core.origin, userAgent: userAgent?.slice(0, 256) } })
}

function toActor(caller: Caller): Actor | undefined {
  if (caller.kind === 'member') return { kind: 'member', id: caller.member.userId, name: caller.member.name }
  if (caller.kind !== 'apiKey' || !('by' in caller)) return undefined
  return { kind: 'apiKey', id: caller.keyId, name: caller.keyName }
}

/** The part of a route that determines its caller and its application. */
type Admission = Pick<Route, 'access' | 'application'>

/** A route whose calls can leave open which application they are for. */
type Open = { access: { kind: 'public' | 'optionalUser' }; application: 'optional' }

/** A call of a route, with the caller and the application that were proved before its handler runs. */
export type CallTo<R extends Admission> = Call & {
  caller: Caller<R['access']['kind']>
  /** The application that the call is for; every credential identifies one. */
  application: R extends Open ? Application | undefined : Application
}

/** A call with a token that the customer's backend signed. */
export type ServiceCall = CallTo<{ access: { kind: 'service'; scope: never } }>

/** A call with the session of a flow. */
export type SessionCall = CallTo<{ access: { kind: 'session' } }>

/** A call without a credential. */
export type PublicCall = CallTo<{ access: { kind: 'public' } }>

type Result<R extends Route> = Output<R> | CustomResponse

/** One handler per route. A missing handler or a misspelled field doesn't compile. */
export type HandlersOf<Routes extends Readonly<Record<string, Route>>> = {
  [Name in keyof Routes]: (
    input: Input<Routes[Name]>,
    call: CallTo<Routes[Name]>,
  ) => Promise<Result<Routes[Name]>> | Result<Routes[Name]>
}
