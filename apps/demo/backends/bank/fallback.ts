import type { FastifyInstance } from 'fastify'
import { refusal } from '../refusal.ts'
import { isPin } from './pin.ts'
import type { Bank } from './session.ts'

type Given = { username: string; pin: string }

const body = {
  type: 'object',
  required: ['username', 'pin'],
  properties: { username: { type: 'string', maxLength: 256 }, pin: { type: 'string', pattern: '^[0-9]{5}$' } },
}

/** Wrong PINs in a row until it is locked. A passkey is never locked, and its next use unlocks the PIN. */
const MOST_TRIES = 5

/** The second factor of a sign-in without a passkey: the bank knows the PIN, the service takes the bank's word for it. */
export function addFallback(server: FastifyInstance, { thumbturn, ledger }: Bank): void {
  server.post<{ Body: Given }>('/api/pin', { schema: { body } }, async (request) => {
    const { username, pin } = request.body
    const customer = ledger.findByName(username)
    // Counted before it is compared, so that many at once are not more than five.
    if (customer) ledger.countPinTry(customer.id)
    const right = await isPin(pin, customer?.pinHash)
    if (!customer || !right || customer.pinTries >= MOST_TRIES)
      throw refusal(403, 'wrong_pin', 'That is not the PIN, or it is locked')
    ledger.forgivePinTries(customer.id)
    return { token: await thumbturn.grantExternalAuth({ username: customer.username }) }
  })
}
