import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { currentDialect } from '../dialect.ts'
import { errorSender } from '../errors.ts'
import { gen1Dialect } from './dialect.ts'
import { createUnavailableError } from './foreign-credentials.ts'
import { foreignCredentialType, isBelowFirstGeneration } from './paths.ts'

const dialectAt = (url: string) => (isBelowFirstGeneration(url) ? gen1Dialect : currentDialect)

/** Sends an error that was found before a route, in the format of the API that the path belongs to. */
export const sendOutsideRoutes = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
  errorSender(undefined, dialectAt(request.originalUrl))(error, request, reply)

/**
 * The response for an unknown path, in the format of the API that the path belongs to. Every path below a type of
 * credential that only other providers verify gets the error for that type.
 */
export function sendUnknownPath({ method, originalUrl: url }: FastifyRequest, reply: FastifyReply) {
  const { refusal } = dialectAt(url)
  const type = foreignCredentialType(url)
  const reason = 'unknown_path'
  const unknown = { code: 'not_found', reason, message: `There is no ${method} ${url.split('?')[0]}` } as const
  return reply.code(404).send(refusal({ status: 404, ...(type === undefined ? unknown : describeForeign(type)) }))
}

const describeForeign = (type: string) => {
  const { code, message, reason } = createUnavailableError(type)
  return { code, message, reason }
}
