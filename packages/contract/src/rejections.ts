import type { Access, Method, Rejection, Route } from './route.ts'
import { statusCodes } from './status-codes.ts'

type Rejections = Readonly<Record<number, Rejection>>

// Errors of every route, unless a route describes them itself.
const commonRejections: Rejections = {
  // origin_not_allowed: only from a service on localhost, to a page on localhost.
  400: 'The request is invalid, or its parts identify different applications',
  404: 'The address does not identify an application',
  429: 'Too many calls: try again after the seconds in Retry-After',
  500: 'Internal server error',
  503: 'The database or password hashing is unavailable: try again after the seconds in Retry-After',
}

/** Errors that are found before the route sees a call, in the words of every API. */
export const transportRejections = {
  413: 'The body is larger than 256 kB',
  414: 'The URL is too long',
  415: 'The body must be sent as application/json in UTF-8, without content encoding',
  431: 'The headers are too large',
} as const

const { 413: tooLarge, 415: notJson, ...withoutBody } = transportRejections

const codeByStatus: Readonly<Record<number, string>> = {
  400: 'bad_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  412: 'precondition_failed',
  // A bug: no outcome that a route describes.
  500: 'internal_error',
  ...statusCodes,
}

function findCode(status: number): string {
  const code = codeByStatus[status]
  if (code === undefined) throw new Error(`No msgCode is known for the status ${status}`)
  return code
}

// Fastify reads a body with every other method, also where the contract has none.
const takesNoBody = (method: Method) => method === 'GET'

function listAccessRejections(access: Access): Rejections {
  if (access.kind === 'public') return access.ownPages ? { 403: 'A page of another origin made the call' } : {}
  const unauthorized = { 401: 'The credential is missing, of the wrong kind, unknown, expired, or revoked' }
  if (access.kind === 'admin' || access.kind === 'member')
    return { ...unauthorized, 403: access.fresh ? confirmationRequired : notPermitted }
  return 'scope' in access ? { ...unauthorized, 403: 'The credential lacks the required scope' } : unauthorized
}

const notPermitted =
  'The key is not one of the installation, or the role of the member does not allow it, or X-CSRF-Token is missing or wrong'

const confirmationRequired = {
  why: `${notPermitted}, or the member must confirm with a passkey first`,
  msgCode: 'confirmation_required',
}

/** Every error status of a route with its reason, in order; the route's own descriptions take precedence. */
export const listRejections = ({ method, access, also }: Route): Rejections => ({
  ...commonRejections,
  ...(takesNoBody(method) ? withoutBody : transportRejections),
  ...listAccessRejections(access),
  ...(also as Rejections),
})

/** The msgCodes that come with a status: its own, and the one that the route puts there. */
export function listMsgCodes(route: Route, status: number): string[] {
  const rejection = listRejections(route)[status]
  const moved = typeof rejection === 'object' ? [rejection.msgCode] : []
  const inDevelopment = status === 400 ? ['origin_not_allowed'] : []
  return [...moved, findCode(status), ...inDevelopment]
}

const names: Record<number, string> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NoApplication',
  413: 'TooLarge',
  414: 'UriTooLong',
  415: 'NotJson',
  429: 'TooManyCalls',
  431: 'HeadersTooLarge',
  500: 'InternalError',
  503: 'ServiceUnavailable',
}

/** The name of an error response that many routes share in OpenAPI; undefined for one that the route describes. */
export function sharedName({ access, also }: Route, status: number): string | undefined {
  if (status in also) return undefined
  if (status !== 403) return names[status]
  if (access.kind === 'public') return 'OtherPage'
  return 'fresh' in access && access.fresh ? 'ConfirmationRequired' : names[status]
}

/** The body of an error: a message for developers and a code for programs. */
export const toErrorBody = (status: number, rejection: Rejection): { msg: string; msgCode: string } =>
  typeof rejection === 'string'
    ? { msg: rejection, msgCode: findCode(status) }
    : { msg: rejection.why, msgCode: rejection.msgCode }
