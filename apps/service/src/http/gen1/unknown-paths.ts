import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { currentDialect } from '../dialect.ts'
import { errorSender } from '../errors.ts'
import { gen1Dialect } from './dialect.ts'
import { noSuchMethod } from './foreign-credentials.ts'
import { foreignCredentialType, isBelowFirstGeneration } from './paths.ts'

const dialectAt = (url: string) => (isBelowFirstGeneration(url) ? gen1Dialect : currentDialect)

/** Sends an error found before any route was, in the words of the API that the path belongs to. */
export const sendOutsideRoutes = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
  errorSender(undefined, dialectAt(request.originalUrl))(error, request, reply)

/**
 * The response where nothing is served, in the words of the API that the path belongs to. Below a type of credential that
 * only other providers verify it says so, whichever path a client thought of.
 */
export function sendUnknownPath({ method, originalUrl: url }: FastifyRequest, reply: FastifyReply) {
  const { refusal } = dialectAt(url)
  const type = foreignCredentialType(url)
  const reason = 'unknown_path'
  const unknown = { code: 'not_found', reason, message: `There is no ${method} ${url.split('?')[0]}` } as const
  return reply.code(404).send(refusal({ status: 404, ...(type === undefined ? unknown : foreignError(type)) }))
}

const foreignError = (type: string) => {
  const { code, message, reason } = noSuchMethod(type)
  return { code, message, reason }
}
