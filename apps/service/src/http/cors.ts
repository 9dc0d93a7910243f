import type { Route } from '@thumbturn/contract'
import { AppError } from '../core/errors.ts'
import { listPageOrigins } from '../core/model/applications/origins.ts'
import type { Exchange } from './exchange.ts'
import type { MountContext } from './mount-context.ts'
import { findAddressedApplication } from './named-application.ts'
import { isForDeveloper, rejectUnknownOrigin } from './unknown-origins.ts'
import type { WireFormat } from './wire-format.ts'

const oneDay = '86400'

/**
 * Credentials of a backend don't belong in a page, so no page can read the responses to them; only pages of the
 * installation itself can read what members read.
 */
export const isForBrowsers = ({ access }: Pick<Route, 'access'>) =>
  access.kind === 'public'
    ? !access.ownPages && access.pages !== 'none'
    : !['apiKey', 'admin', 'member', 'management'].includes(access.kind)

/** Whether pages of every origin can read the responses of a route. Browsers send no cookies with such calls. */
export const isForEveryPage = ({ access }: Pick<Route, 'access'>) =>
  access.kind === 'public' && access.pages === 'every'

/** Lets pages of every origin read the response. */
export const allowEveryPage = ({ headers }: Pick<Exchange, 'headers'>): void =>
  void Object.assign(headers, {
    [allowedOrigin]: '*',
    'access-control-expose-headers': 'retry-after, www-authenticate, x-trace-id',
  })

/**
 * Lets pages of an application's own origins read the response. If the address names no application, the origin of any
 * application is accepted: the ceremony itself is bound to its application's origins. No credentials (cookies) are ever allowed.
 */
export function allowOrigin({ request, core, application, headers }: Exchange, ownHost: string): boolean {
  headers.vary = 'Origin'
  const { origin } = request.headers
  if (origin === undefined) return false
  const allowed = application ? listPageOrigins(application).includes(origin) : core.applications.hasOrigin(origin)
  if (allowed || isForDeveloper(ownHost, origin)) Object.assign(headers, createReadingHeaders(origin))
  return allowed
}

/**
 * Takes the permission back if the body or the credential names an application that doesn't allow the origin: those of other
 * applications count only until it is known.
 * @throws AppError origin_not_allowed, where a developer reads it
 */
export function requireOrigin(exchange: Exchange, context: Pick<MountContext, 'ownHost' | 'unknownOrigins'>): void {
  const { request, application, headers } = exchange
  const { origin } = request.headers
  if (origin === undefined || application === undefined || headers[allowedOrigin] === undefined) return
  if (listPageOrigins(application).includes(origin)) return
  if (!isForDeveloper(context.ownHost, origin)) delete headers[allowedOrigin]
  rejectUnknownOrigin(exchange, context)
}

const allowedOrigin = 'access-control-allow-origin'

const createReadingHeaders = (origin: string) => ({
  [allowedOrigin]: origin,
  'access-control-expose-headers': 'retry-after, x-trace-id',
})

/** During an outage the allowed origins are unknown, and the error reveals nothing but the outage. */
export const createOutageHeaders = (origin: string | undefined) => ({
  vary: 'Origin',
  ...(origin !== undefined && createReadingHeaders(origin)),
})

/**
 * Finds the application that the address of a page's call names. An address that names none, or two, has no list of origins:
 * pages of every origin can read the error, which browsers would otherwise report as a failed network.
 * @throws AppError as `findAddressedApplication` does
 */
export function findPageApplication({ core, address, request, headers }: Exchange, ownHost: string) {
  try {
    return findAddressedApplication(core, address, ownHost)
  } catch (error) {
    const { origin } = request.headers
    headers.vary = 'Origin'
    if (error instanceof AppError && origin !== undefined) Object.assign(headers, createReadingHeaders(origin))
    throw error
  }
}

type PreflightRoute = { route: Pick<Route, 'access'>; wireFormat: WireFormat }

/** Prepares the response to the preflight of a call that browsers may make (Fetch Standard, "CORS-preflight request"). */
export function allowPreflight(
  exchange: Exchange,
  { route, wireFormat, ...context }: Pick<MountContext, 'ownHost' | 'unknownOrigins'> & PreflightRoute,
): void {
  const { request, headers } = exchange
  const allowCall = () =>
    Object.assign(headers, {
      'access-control-allow-methods': 'GET, POST, PUT, DELETE',
      'access-control-allow-headers': wireFormat.allowedHeaders,
    })
  if (isForEveryPage(route)) {
    allowEveryPage(exchange)
    return void Object.assign(allowCall(), { 'access-control-max-age': oneDay })
  }
  try {
    exchange.application = findPageApplication(exchange, context.ownHost)
    if (allowOrigin(exchange, context.ownHost)) Object.assign(allowCall(), { 'access-control-max-age': oneDay })
    else rejectUnknownOrigin(exchange, context)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // The call itself reports what is wrong. Not cached: the application may be created or changed soon.
    if (request.headers.origin !== undefined) allowCall()
  }
}
