import { randomBytes } from 'node:crypto'
import type { Thumbturn } from '@thumbturn/node'
import type { FastifyInstance } from 'fastify'
import { createError } from '../errors.ts'
import { createExpiringStore } from '../expiring.ts'
import type { Book } from './book.ts'
import { authenticateMerchant, type Merchant } from './merchants.ts'
import { type PaymentText, parsePaymentText } from './payload.ts'

type PaymentInput = { payload: string; returnUrl: string }
type Payment = PaymentInput & { merchant: Merchant; text: PaymentText }

const paymentBody = {
  type: 'object',
  required: ['payload', 'returnUrl'],
  properties: { payload: { type: 'string', maxLength: 1000 }, returnUrl: { type: 'string', maxLength: 500 } },
}

const confirmation = {
  type: 'object',
  required: ['payloadSignature'],
  properties: { payloadSignature: { type: 'string', maxLength: 16_384 } },
}

/** Dependencies of the payments. */
export type PaymentDependencies = { thumbturn: Thumbturn; book: Book; merchants: readonly Merchant[]; address: string }

/**
 * Payments: prepared by a merchant's backend, so that no page can change them; shown and signed on the wallet's page;
 * recorded once. The ID, 128 random bits, lets its holder read the payment and nothing else.
 */
export function addPayments(
  server: FastifyInstance,
  { thumbturn, book, merchants, address }: PaymentDependencies,
): void {
  const open = createExpiringStore<Payment>({ lifeMs: 15 * 60_000, most: 10_000 })
  const find = (id: string): Payment => {
    const payment = open.find(id)
    if (payment) return payment
    throw createError(404, 'no_such_payment', 'This payment was made already, or took too long')
  }

  server.post<{ Body: PaymentInput }>(
    '/api/payments',
    { schema: { body: paymentBody } },
    async ({ headers, body }, reply) => {
      const merchant = authenticateMerchant(merchants, headers.authorization)
      const { payload, returnUrl } = body
      const text = parsePaymentText(payload, merchant, address)
      if (!merchant.returnUrls.includes(returnUrl))
        throw createError(400, 'return_url', `return_url must be ${merchant.returnUrls.join(' or ')}`)
      const id = randomBytes(16).toString('base64url')
      open.keep(id, { merchant, payload, text, returnUrl })
      return reply.code(201).send({ id })
    },
  )

  server.get<{ Params: { id: string } }>('/api/payments/:id', async ({ params }, reply) => {
    const { merchant, payload, returnUrl } = find(params.id)
    const { name, origin } = merchant
    return reply.header('cache-control', 'no-store').send({ merchant: { name, origin }, payload, returnUrl })
  })

  server.post<{ Params: { id: string }; Body: { payloadSignature: string } }>(
    '/api/payments/:id/confirmation',
    { schema: { body: confirmation } },
    async ({ params: { id }, body }, reply) => {
      const { payload, text } = find(id)
      const { sub: userId } = await thumbturn.verifyPayload(body.payloadSignature, { payload })
      const { merchant, order, amount, currency } = text
      // Only one of two concurrent calls continues.
      if (!open.drop(id) || !book.note({ id, userId, merchant, order, amount, currency, at: Date.now() }))
        throw createError(409, 'no_such_payment', 'This payment was made already')
      return reply.code(204).send()
    },
  )

  server.get('/api/activity', async ({ headers }, reply) => {
    const { sub } = await thumbturn.verifyToken(headers.authorization?.replace(/^Bearer /, '') ?? '')
    return reply.header('cache-control', 'no-store').send({ payments: book.listPayments(sub) })
  })

  server.get('/api/merchants', async () => ({ origins: merchants.map(({ origin }) => origin) }))
}
