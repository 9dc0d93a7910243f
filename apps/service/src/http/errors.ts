import { type Route, statusCodes, transportRejections } from '@thumbturn/contract'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, type ErrorCode, isOverload, Outage } from '../core/errors.ts'
import type { TraceLog } from './trace-log.ts'
import { InvalidInput } from './validation.ts'
import { type ErrorFields, type ErrorFormat, toContentType } from './wire-format.ts'

/** A code without a status does not compile. */
const statusByCode: Record<ErrorCode, number> = {
  bad_request: 400,
  origin_not_allowed: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  precondition_failed: 412,
  too_many_requests: 429,
  confirmation_required: 403,
  last_owner: 409,
  last_passkey: 409,
  username_taken: 409,
  sso_expired: 400,
  sso_rejected: 403,
  sso_required: 403,
}

const isStatusWithCode = (status: number): status is keyof typeof statusCodes => status in statusCodes

/** The code of the HTTP layer's own errors. */
export const frameworkCode = (status: number) => (isStatusWithCode(status) ? statusCodes[status] : 'bad_request')

/** The status of a code, which the contract of a route can change. */
export function statusFor(code: ErrorCode, also: Route['also'] = {}): number {
  const moved = Object.entries(also).find(
    ([, rejection]) => typeof rejection === 'object' && rejection.msgCode === code,
  )
  return moved ? Number(moved[0]) : statusByCode[code]
}

type Log = Pick<TraceLog, 'debug' | 'info' | 'warn' | 'error'>

type ErrorContext = { also?: Route['also'] | undefined; log: Log; route: string | undefined }

/** An error as a response says it; `retryAfter` is in seconds. */
type ErrorResponse = ErrorFields & { retryAfter?: number }

/**
 * The only place that turns errors into responses, and logs them. An unexpected error is a bug: it is logged in full and sent
 * without details. `route` is the template of its path.
 */
export function explainError(error: unknown, { also, log, route }: ErrorContext): ErrorResponse {
  if (error instanceof AppError) return explainRejection(error, { also, log, route })
  if (error instanceof Outage) return explainOutage(error, { log, route })
  if (error instanceof InvalidInput)
    return { status: 400, code: 'bad_request', reason: error.reason, message: error.message }
  const { statusCode: status = 500, message } = error as FastifyError
  if (status >= 400 && status < 500)
    return { status, code: frameworkCode(status), message: findTransportMessage(status, also) ?? message }
  log.error(error)
  return { status: 500, code: 'internal_error', message: 'Internal server error' }
}

function explainRejection(error: AppError, { also, log, route }: ErrorContext): ErrorResponse {
  const { code, reason, oauth, message, retryAfter = 1 } = error
  if (code === 'too_many_requests') {
    // Below info, as a flood must not fill the log.
    log.debug({ rejected: code, route }, message)
    return { status: 429, code, message, retryAfter }
  }
  log.info({ rejected: code, reason: findReason(error.cause), route }, message)
  return { status: statusFor(code, also), code, reason, oauth, message }
}

/** Nothing is wrong with the request: the client can send it again. */
function explainOutage(error: Outage, { log, route }: Omit<ErrorContext, 'also'>): ErrorResponse {
  const { message, cause, retryAfter } = error
  // A line for each call would add to the overload; it is logged every few seconds.
  const level = isOverload(error) ? 'debug' : 'warn'
  log[level]({ outage: findReason(cause), route }, message)
  return { status: 503, code: 'service_unavailable', message, retryAfter }
}

/**
 * The contract's message for a body, URL, or headers that can't be read; undefined for what only the error itself
 * explains.
 */
function findTransportMessage(status: number, also: Route['also'] = {}): string | undefined {
  if (!(status in transportRejections)) return undefined
  const own = also[status as keyof typeof also]
  return typeof own === 'string' ? own : transportRejections[status as keyof typeof transportRejections]
}

/** Sends an error of what the framework serves, in the format of an API. */
export function sendError(
  error: unknown,
  { request, reply, format }: { request: FastifyRequest; reply: FastifyReply; format: ErrorFormat },
) {
  const { retryAfter, ...fields } = explainError(error, { log: request.log, route: request.routeOptions.url })
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  return sendFormatted(reply, format, fields)
}

/** Sends fields of an error in the format of an API. */
export const sendFormatted = (reply: FastifyReply, format: ErrorFormat, error: ErrorFields) =>
  reply.code(error.status).type(toContentType(format)).send(format.formatError(error))

/** Why, in one line for the log: never what the caller sent. */
export function findReason(cause: unknown): string | undefined {
  if (!(cause instanceof Error)) return cause === undefined ? undefined : String(cause)
  const { reason } = cause as { reason?: unknown }
  const inner = cause instanceof AppError ? findReason(cause.cause) : undefined
  return inner ?? (typeof reason === 'string' ? `${reason}: ${cause.message}` : cause.message)
}
