import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { createError } from '../errors.ts'
import { createExpiringStore } from '../expiring.ts'
import type { Payment } from './ledger.ts'
import type { Bank } from './session.ts'

type TransferRequest = Omit<Payment, 'payer'>

/** A transfer that waits for its confirmation. */
type PreparedTransfer = { customer: string; payload: string; payment: Payment }

const transferBody = {
  type: 'object',
  required: ['payee', 'name', 'cents', 'reference'],
  properties: {
    payee: { type: 'string', pattern: '^[0-9]{8}$' },
    name: { type: 'string', pattern: '^(?=.*\\S)[^\\p{C}]{1,100}$' },
    cents: { type: 'integer', minimum: 1, maximum: 100_000_000 },
    reference: { type: 'string', maxLength: 140 },
  },
}

const confirmation = { type: 'object', required: ['token'], properties: { token: { type: 'string', maxLength: 8192 } } }

const CONFIRMATION_TIMEOUT_MS = Number(process.env.BANK_CONFIRM_SECONDS ?? 300) * 1000
/** Transfers of one customer that can wait; a further one replaces the oldest. */
const MAX_PREPARED = 10

/** The payment that a browser shows in its own dialog, if it can. */
const toPayment = (
  { pay: value, currency, to: payeeName, account }: { pay: string; currency: string; to: string; account: string },
  { payer, icon }: { payer: string; icon: string },
) => ({
  payeeName: `${payeeName} (${account})`,
  total: { currency, value },
  instrument: { displayName: 'Saltmarsh Bank', icon, details: `Account ${payer}` },
})

/** Transfers: prepared here, confirmed with a passkey in the browser, verified here, and only then executed. */
export function addTransfers(server: FastifyInstance, { thumbturn, ledger, signedIn, icon }: Bank): void {
  const prepared = createExpiringStore<PreparedTransfer>({
    lifeMs: CONFIRMATION_TIMEOUT_MS,
    most: 10_000,
    share: { most: MAX_PREPARED, ownerOf: ({ customer }) => customer },
  })

  server.post<{ Body: TransferRequest }>('/api/transfers', { schema: { body: transferBody } }, async (request) => {
    const { id } = await signedIn(request)
    const { payee, name, cents, reference } = request.body
    const payer = ledger.find(id)?.account
    if (payer === undefined || payer === payee) throw createError(400, 'no_such_account', 'Choose another account')
    if (ledger.computeBalance(payer) < cents)
      throw createError(400, 'not_covered', 'There is not enough money in the account')
    const nonce = randomUUID()
    // The text that the customer sees and signs: everything that must not change afterward.
    const shown = { pay: (cents / 100).toFixed(2), currency: 'EUR', to: name, account: payee, reference }
    const payload = JSON.stringify({ ...shown, payment: toPayment(shown, { payer, icon }) }, null, 2)
    prepared.keep(nonce, { customer: id, payload, payment: { payer, payee, name, cents, reference } })
    return { nonce, payload }
  })

  server.post<{ Params: { nonce: string }; Body: { token: string } }>(
    '/api/transfers/:nonce/confirm',
    { schema: { body: confirmation } },
    async (request) => {
      const { id } = await signedIn(request)
      const { nonce } = request.params
      const waiting = prepared.find(nonce)
      if (waiting?.customer !== id)
        throw createError(409, 'not_waiting', 'This transfer was made already, or took too long')
      // The payload comes from the bank's own records, never from the page: any other text has another hash.
      const { payload, payment } = waiting
      await thumbturn.verifyTransaction(request.body.token, { payload, nonce, userId: id })
      // Only one of two concurrent calls continues. A rejected confirmation can be repeated.
      if (!prepared.drop(nonce)) throw createError(409, 'not_waiting', 'This transfer was made already')
      if (!ledger.pay(payment)) throw createError(400, 'not_covered', 'There is not enough money in the account')
      return { done: true }
    },
  )
}
