import type { FastifyInstance } from 'fastify'
import type { Bank } from './session.ts'

const body = { type: 'object', required: ['code'], properties: { code: { type: 'string', maxLength: 16 } } }

/** The customer's email address. Recovery codes go only to a verified address. */
export function addContact(server: FastifyInstance, { thumbturn, ledger, signedIn }: Bank): void {
  server.post('/api/email', async (request, reply) => {
    const { id, username } = await signedIn(request)
    await thumbturn.contacts.setEmail(id, { email: username })
    return reply.code(204).send()
  })

  server.post<{ Body: { code: string } }>('/api/email/proof', { schema: { body } }, async (request, reply) => {
    const { id, username } = await signedIn(request)
    await thumbturn.contacts.verifyEmail(username, { code: request.body.code })
    ledger.noteProvedEmail(id)
    return reply.code(204).send()
  })
}
