import type { Thumbturn } from '@thumbturn/node'
import type { FastifyRequest } from 'fastify'
import { createError } from '../errors.ts'
import type { Ledger } from './ledger.ts'

/** The caller: `id` is the user ID in the service, `username` an email address. */
export type Customer = { id: string; username: string; byPasskey: boolean }

/** Dependencies of the bank's routes. */
export type Bank = {
  thumbturn: Thumbturn
  ledger: Ledger
  /** URL of the picture of its accounts, which browsers show in their dialog for payments. */
  icon: string
  signedIn: (request: FastifyRequest, how?: { remotely: boolean }) => Promise<Customer>
}

/**
 * Identifies the caller by the access token of the SDK, which the page sends with every call. The token stays valid for
 * minutes after its passkey was deleted, so use `remotely` for everything that outlives the token.
 * @throws ThumbturnError token_… if the token is not valid · Error 403 after a sign-in with a code alone
 */
export const createSessions =
  (thumbturn: Thumbturn): Bank['signedIn'] =>
  async ({ headers }, { remotely } = { remotely: false }) => {
    const token = headers.authorization?.replace(/^Bearer /, '') ?? ''
    const { sub: id, username, credID, amr = [] } = await thumbturn.verifyToken(token)
    if (remotely) await thumbturn.verifyTokenRemotely(token)
    const byPasskey = credID !== undefined
    if (!byPasskey && !amr.includes('mfa'))
      throw createError(403, 'passkey_needed', 'Create a passkey on this device first')
    return { id, username, byPasskey }
  }
