import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { createErrorSender } from '../errors.ts'
import { currentWireFormat } from '../wire-format.ts'
import { createUnavailableError } from './foreign-credentials.ts'
import { foreignCredentialType, isBelowFirstGeneration } from './paths.ts'
import { gen1WireFormat } from './wire-format.ts'

const findWireFormat = (url: string) => (isBelowFirstGeneration(url) ? gen1WireFormat : currentWireFormat)

/** Sends an error that was found before a route, in the format of the API that the path belongs to. */
export const sendOutsideRoutes = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
  createErrorSender(undefined, findWireFormat(request.originalUrl))(error, request, reply)

/**
 * The response for an unknown path, in the format of the API that the path belongs to. Every path below a type of
 * credential that only other providers verify gets the error for that type.
 */
export function sendUnknownPath({ method, originalUrl: url }: FastifyRequest, reply: FastifyReply) {
  const { formatError } = findWireFormat(url)
  const type = foreignCredentialType(url)
  const reason = 'unknown_path'
  const unknown = { code: 'not_found', reason, message: `There is no ${method} ${url.split('?')[0]}` } as const
  return reply.code(404).send(formatError({ status: 404, ...(type === undefined ? unknown : describeForeign(type)) }))
}

const describeForeign = (type: string) => {
  const { code, message, reason } = createUnavailableError(type)
  return { code, message, reason }
}
