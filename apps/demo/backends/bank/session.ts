import type { Thumbturn } from '@thumbturn/node'
import type { FastifyRequest } from 'fastify'
import { refusal } from '../refusal.ts'
import type { Ledger } from './ledger.ts'

/** Who calls: `id` is the user's in the service, `username` an e-mail address. */
export type Customer = { id: string; username: string; byPasskey: boolean }

/** What the routes of the bank work with. */
export type Bank = {
  thumbturn: Thumbturn
  ledger: Ledger
  signedIn: (request: FastifyRequest, how?: { remotely: boolean }) => Promise<Customer>
}

/**
 * Tells who calls, by the access token that the SDK got at the sign-in; the page sends it with every call. Its signature
 * is good for minutes after its passkey was deleted: what outlasts the token asks the service too (`remotely`).
 * @throws ThumbturnError token_…: not valid · Error 403: earned by one code alone, which is enough for a new passkey only
 */
export const sessions =
  (thumbturn: Thumbturn): Bank['signedIn'] =>
  async ({ headers }, { remotely } = { remotely: false }) => {
    const token = headers.authorization?.replace(/^Bearer /, '') ?? ''
    const { sub: id, username, credID, amr = [] } = await thumbturn.verifyToken(token)
    if (remotely) await thumbturn.verifyTokenRemotely(token)
    const byPasskey = credID !== undefined
    if (!byPasskey && !amr.includes('mfa'))
      throw refusal(403, 'passkey_needed', 'Create a passkey on this device first')
    return { id, username, byPasskey }
  }
