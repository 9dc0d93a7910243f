import { ThumbturnError } from '@thumbturn/node'
import type { FastifyInstance } from 'fastify'

/** An error of a backend: status, code for the page, message for the user. */
export function createError(statusCode: number, code: string, message: string): Error {
  return Object.assign(new Error(message), { statusCode, code })
}

/** Maps errors of the SDK to responses: an invalid token is 401, a wrong signature 403, a wrong code 400. */
export function handleErrors(server: FastifyInstance): void {
  server.setErrorHandler((error: Error & { statusCode?: number; code?: string }, _, reply) => {
    if (error instanceof ThumbturnError) return reply.send(createError(toHttpStatus(error), error.code, error.message))
    if (error.statusCode !== undefined && error.statusCode < 500) return reply.send(error)
    console.error(error)
    return reply.send(createError(500, 'internal_error', 'Something went wrong here'))
  })
}

function toHttpStatus({ code }: ThumbturnError): number {
  if (code.startsWith('token_') || code === 'clock_off') return 401
  if (code.startsWith('transaction_')) return 403
  return code === 'invalid_request' || code === 'invalid_code' ? 400 : 502
}
