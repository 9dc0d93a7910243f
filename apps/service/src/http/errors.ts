import { type Route, statusCodes, transportRejections } from '@thumbturn/contract'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, type ErrorCode, isOverload, Outage } from '../core/errors.ts'
import { isChoiceOfFields } from './validation-messages.ts'
import { currentWireFormat, type ErrorFields, type ErrorFormat, toContentType } from './wire-format.ts'

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

/** Sends an error in the format of an API. */
export const sendFormatted = (reply: FastifyReply, format: ErrorFormat, error: ErrorFields) =>
  reply.code(error.status).type(toContentType(format)).send(format.formatError(error))

/** The only place that turns errors into responses. An unexpected error is a bug: it is logged in full and sent without details. */
export function createErrorSender(also?: Route['also'], format: ErrorFormat = currentWireFormat) {
  return (error: FastifyError | AppError | Outage, request: FastifyRequest, reply: FastifyReply) => {
    if (error instanceof AppError) {
      if (error.code === 'too_many_requests') return sendTooMany(error, request, { reply, format })
      request.log.info(
        { rejected: error.code, reason: findReason(error.cause), route: request.routeOptions.url },
        error.message,
      )
      const { code, reason, message } = error
      return sendFormatted(reply, format, { status: statusFor(code, also), code, reason, message })
    }
    if (error instanceof Outage) return sendOutage(error, request, { reply, format })
    if (error.validation) {
      const reason = error.validation.some(isChoiceOfFields) ? 'incomplete_request' : 'invalid_request'
      return sendFormatted(reply, format, { status: 400, code: 'bad_request', reason, message: error.message })
    }
    const { statusCode: status = 500 } = error
    if (status >= 400 && status < 500) {
      const message = findTransportMessage(status, also) ?? error.message
      return sendFormatted(reply, format, { status, code: frameworkCode(status), message })
    }
    request.log.error(error)
    return sendFormatted(reply, format, { status: 500, code: 'internal_error', message: 'Internal server error' })
  }
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

type ErrorReply = { reply: FastifyReply; format: ErrorFormat }

/** Logged below info, as a flood must not fill the log. */
function sendTooMany(
  { code, message, retryAfter = 1 }: AppError,
  request: FastifyRequest,
  { reply, format }: ErrorReply,
) {
  request.log.debug({ rejected: code, route: request.routeOptions.url }, message)
  return sendFormatted(reply.header('retry-after', retryAfter), format, { status: 429, code, message })
}

/** Nothing is wrong with the request: the client can send it again. */
function sendOutage(error: Outage, request: FastifyRequest, { reply, format }: ErrorReply) {
  const { message, cause, retryAfter } = error
  // A line for each call would add to the overload; it is logged every few seconds.
  const level = isOverload(error) ? 'debug' : 'warn'
  request.log[level]({ outage: findReason(cause), route: request.routeOptions.url }, message)
  const code = 'service_unavailable'
  return sendFormatted(reply.header('retry-after', retryAfter), format, { status: 503, code, message })
}

/** Why, in one line for the log: never what the caller sent. */
export function findReason(cause: unknown): string | undefined {
  if (!(cause instanceof Error)) return cause === undefined ? undefined : String(cause)
  const { reason } = cause as { reason?: unknown }
  const inner = cause instanceof AppError ? findReason(cause.cause) : undefined
  return inner ?? (typeof reason === 'string' ? `${reason}: ${cause.message}` : cause.message)
}
