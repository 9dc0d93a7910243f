import type { FastifyInstance } from 'fastify'
import { createError } from '../errors.ts'
import { readDeviceId, rememberDevice } from './device.ts'
import type { Bank } from './session.ts'

/**
 * The customer's overview: name, accounts, movements. A sign-in with a passkey unlocks the PIN and makes the browser a
 * known device.
 */
export function addAccounts(server: FastifyInstance, { ledger, signedIn }: Bank): void {
  server.get('/api/overview', async (request, reply) => {
    const { id, username, byPasskey } = await signedIn(request)
    const customer = ledger.find(id)
    if (!customer) throw createError(404, 'not_a_customer', 'Your passkey is there, your account is not opened yet')
    const isKnown = ledger.hasDevice(id, readDeviceId(request))
    if (byPasskey && (!isKnown || ledger.hasPinAttempts(id))) {
      await signedIn(request, { remotely: true })
      ledger.unlockPin(id)
      if (!isKnown) rememberDevice(ledger, id, { request, reply })
    }
    const { name, emailProved, account } = customer
    const [cents, movements] = [ledger.computeBalance(account), ledger.listMovements(account)]
    return { name, username, byPasskey, emailProved: emailProved === 1, account, cents, movements }
  })
}
