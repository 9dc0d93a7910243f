import type { Thumbturn } from '@thumbturn/node'
import type { FastifyInstance } from 'fastify'
import { createError } from '../errors.ts'
import { createExpiringStore } from '../expiring.ts'
import { hashSecret, isSecret } from '../secret.ts'
import type { Book } from './book.ts'

type Credentials = { email: string; password: string }
type Opening = Credentials & { name: string }

const email = { type: 'string', format: 'email', maxLength: 254 }
const newPassword = { type: 'string', minLength: 10, maxLength: 200 }
const password = { type: 'string', maxLength: 200 }
const name = { type: 'string', pattern: '^[^\\p{C}]{1,60}$' }
const openingBody = {
  type: 'object',
  required: ['email', 'password', 'name'],
  properties: { email, password: newPassword, name },
}
const signInBody = { type: 'object', required: ['email', 'password'], properties: { email, password } }

/** Wrong passwords per address in 15 minutes. They never lock a passkey. */
const MAX_ATTEMPTS = 5

/**
 * The wallet's own sign-in for browsers without a passkey: a correct password gets a backend assertion (the factor
 * `external`), then the user creates a passkey. A real wallet would verify the email address first.
 */
export function addAccounts(server: FastifyInstance, { thumbturn, book }: { thumbturn: Thumbturn; book: Book }): void {
  const failures = createExpiringStore<{ count: number }>({ lifeMs: 15 * 60_000, most: 10_000 })
  const assertUser = async (username: string) => ({ token: await thumbturn.grantExternalAuth(username) })

  server.post<{ Body: Opening }>('/api/accounts', { schema: { body: openingBody } }, async ({ body }, reply) => {
    const { email, name, password } = body
    const passwordHash = await hashSecret(password)
    if (!book.open({ email, name, passwordHash }))
      throw createError(409, 'taken', 'There is a wallet with this address: sign in with its password')
    return reply.code(201).send(await assertUser(email))
  })

  server.post<{ Body: Credentials }>('/api/sign-in', { schema: { body: signInBody } }, async ({ body }) => {
    const key = body.email.toLowerCase()
    const attempts = failures.find(key) ?? { count: 0 }
    // Counted before the comparison, so that concurrent attempts can't exceed the limit; also for addresses without an
    // account.
    attempts.count += 1
    if (attempts.count === 1) failures.keep(key, attempts)
    const account = book.find(body.email)
    const isRight = await isSecret(body.password, account?.passwordHash)
    if (!account || !isRight || attempts.count > MAX_ATTEMPTS)
      throw createError(
        403,
        'wrong_password',
        'Address and password do not match, or there were too many attempts: try again later',
      )
    failures.drop(key)
    return assertUser(account.email)
  })
}
