import type { FastifyInstance } from 'fastify'
import { createError } from '../errors.ts'
import { hashSecret } from '../secret.ts'
import type { Bank } from './session.ts'

type Opening = { name: string; pin: string }

const emailBody = { type: 'object', required: ['email'], properties: { email: { type: 'string', format: 'email' } } }

const openingBody = {
  type: 'object',
  required: ['name', 'pin'],
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 100 },
    pin: { type: 'string', pattern: '^[0-9]{5}$' },
  },
}

/** Sign-up: a grant for the first passkey, then the account; and grants for further passkeys. */
export function addSignUp(server: FastifyInstance, { thumbturn, ledger, signedIn }: Bank): void {
  server.post<{ Body: { email: string } }>('/api/sign-up', { schema: { body: emailBody } }, async ({ body }) => {
    // A grant for an existing user would let an attacker add a passkey to their account.
    if (await thumbturn.users.find(body.email)) throw createError(409, 'taken', 'There is an account with this address')
    return { token: await thumbturn.grant(body.email, { scopes: ['reg:write'] }) }
  })

  server.post<{ Body: Opening }>('/api/customers', { schema: { body: openingBody } }, async (request, reply) => {
    const { id, username } = await signedIn(request)
    const { name, pin } = request.body
    const pinHash = await hashSecret(pin)
    // After the last await, so that only one of two concurrent calls opens an account.
    if (!ledger.find(id)) ledger.open({ id, username, name, pinHash })
    return reply.code(201).send({ id })
  })

  server.post('/api/passkeys/grant', async (request) => {
    // A stolen token must not create a passkey after the owner has deleted its passkey.
    const { username } = await signedIn(request, { remotely: true })
    return { token: await thumbturn.grant(username, { scopes: ['reg:write'] }) }
  })
}
