import type { FastifyInstance } from 'fastify'
import { createError } from '../errors.ts'
import { isSecret } from '../secret.ts'
import { readDeviceId } from './device.ts'
import type { Bank } from './session.ts'

type PinInput = { username: string; pin: string }

const body = {
  type: 'object',
  required: ['username', 'pin'],
  properties: { username: { type: 'string', maxLength: 256 }, pin: { type: 'string', pattern: '^[0-9]{5}$' } },
}

/**
 * Wrong PINs in a row until the PIN is locked: per device where the customer used a passkey, and for all other devices
 * together, so that attackers can't lock out the customer. A passkey is never locked, and its next use unlocks the PIN.
 */
const MAX_ATTEMPTS = 5

/** The second factor of a sign-in without a passkey: the bank verifies the PIN and asserts it to the service. */
export function addFallback(server: FastifyInstance, { thumbturn, ledger }: Bank): void {
  server.post<{ Body: PinInput }>('/api/pin', { schema: { body } }, async (request) => {
    const { username, pin } = request.body
    const customer = ledger.findByName(username)
    const device = customer && ledger.hasDevice(customer.id, readDeviceId(request)) ? readDeviceId(request) : undefined
    // Counted before the comparison, so that concurrent attempts can't exceed the limit.
    const attempts = customer ? ledger.countPinAttempt(customer.id, device) : 0
    const right = await isSecret(pin, customer?.pinHash)
    if (!customer || !right || attempts > MAX_ATTEMPTS)
      throw createError(403, 'wrong_pin', 'That is not the PIN, or it is locked')
    ledger.forgivePinAttempts(customer.id, device)
    return { token: await thumbturn.grantExternalAuth(customer.username) }
  })
}
