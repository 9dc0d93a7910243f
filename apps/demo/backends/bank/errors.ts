import { ThumbturnError } from '@thumbturn/node'
import type { FastifyInstance } from 'fastify'

/** What the bank refuses: a status, a code for the page, a sentence for the person. */
export function refusal(statusCode: number, code: string, message: string): Error {
  return Object.assign(new Error(message), { statusCode, code })
}

/** Turns what the SDK refuses into an answer: no valid token is 401, no valid confirmation 403. */
export function answerRefusals(server: FastifyInstance): void {
  server.setErrorHandler((error: Error, _, reply) => {
    if (!(error instanceof ThumbturnError)) return reply.send(error)
    return reply.send(refusal(statusOf(error), error.code, error.message))
  })
}

function statusOf({ code }: ThumbturnError): number {
  if (code.startsWith('token_')) return 401
  if (code.startsWith('transaction_')) return 403
  return code === 'invalid_request' ? 400 : 502
}
