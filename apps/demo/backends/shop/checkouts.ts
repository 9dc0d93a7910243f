import { randomBytes, randomInt } from 'node:crypto'
import type { Thumbturn } from '@thumbturn/node'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createError } from '../errors.ts'
import { createExpiringStore } from '../expiring.ts'
import { catalog, computeTotal, type Line, toLines } from './catalog.ts'
import { hasOrderSecret, keepOrderSecret } from './order-secret.ts'
import { preparePayment, type WalletContract } from './wallet-call.ts'

/** A purchase in progress; `payload` is the exact text to sign. */
type Checkout = { order: string; secret: string; lines: Line[]; cents: number; payload: string; request?: string }

type Order = Pick<Checkout, 'order' | 'secret' | 'lines' | 'cents'> & { paid: 'wallet' | 'invoice' }

const item = {
  type: 'object',
  required: ['id', 'quantity'],
  properties: { id: { type: 'string', maxLength: 40 }, quantity: { type: 'integer', minimum: 1, maximum: 20 } },
}
const basket = {
  type: 'object',
  required: ['items'],
  properties: { items: { type: 'array', minItems: 1, maxItems: 10, items: item } },
}
const confirmation = {
  type: 'object',
  required: ['payloadSignature'],
  properties: { payloadSignature: { type: 'string', maxLength: 16_384 } },
}

/**
 * Dependencies of the checkout. `wallet` verifies with the public keys of the wallet's application and has no API key.
 */
export type CheckoutDependencies = { wallet: Thumbturn; contract: WalletContract; name: string }

type ById = { Params: { order: string } }

/**
 * From the basket to the order: prices come from the shop, and nothing is ordered unless it was signed or is to be
 * invoiced.
 */
export function addCheckouts(server: FastifyInstance, { wallet, contract, name }: CheckoutDependencies): void {
  const lives = { lifeMs: 15 * 60_000, most: 10_000 }
  const checkouts = createExpiringStore<Checkout>(lives)
  const orders = createExpiringStore<Order>({ ...lives, lifeMs: 24 * 60 * 60_000 })

  /** A checkout or order of this browser only. */
  const own = <Thing extends { order: string; secret: string }>(
    request: FastifyRequest,
    found: Thing | undefined,
  ): Thing => {
    if (found && hasOrderSecret(request, found)) return found
    throw createError(404, 'no_such_checkout', 'This was ordered already, or took too long')
  }
  const place = ({ order, secret, lines, cents }: Checkout, paid: Order['paid']) => {
    // Only the first of two concurrent calls continues.
    if (!checkouts.drop(order)) throw createError(409, 'no_such_checkout', 'This was ordered already')
    orders.keep(order, { order, secret, lines, cents, paid })
    return { order }
  }

  server.get('/api/products', async () => ({ products: catalog }))

  server.post<{ Body: { items: { id: string; quantity: number }[] } }>(
    '/api/checkouts',
    { schema: { body: basket } },
    async (request, reply) => {
      const lines = toLines(request.body.items)
      const cents = computeTotal(lines)
      if (cents === 0) throw createError(400, 'empty', 'There is nothing in the basket that we sell')
      const order = `K${randomInt(10_000_000, 100_000_000)}`
      const payload = composePayload({ order, cents }, { contract, name })
      const checkout = { order, lines, cents, payload, request: await preparePayment(contract, payload) }
      checkouts.keep(order, { ...checkout, secret: keepOrderSecret(order, { request, reply }) })
      return reply.code(201).send({ order, lines, cents, request: checkout.request })
    },
  )

  server.post<ById & { Body: { payloadSignature: string } }>(
    '/api/checkouts/:order/confirmation',
    { schema: { body: confirmation } },
    async (request) => {
      const checkout = own(request, checkouts.find(request.params.order))
      // The payload comes from the shop's own records, never from the page: any other signature pays for nothing here.
      await wallet.verifyPayload(request.body.payloadSignature, { payload: checkout.payload })
      return place(checkout, 'wallet')
    },
  )

  server.post<ById>('/api/checkouts/:order/invoice', async (request) =>
    place(own(request, checkouts.find(request.params.order)), 'invoice'),
  )

  server.get<ById>('/api/orders/:order', async (request, reply) => {
    const { order, lines, cents, paid } = own(request, orders.find(request.params.order))
    return reply.header('cache-control', 'no-store').send({ order, lines, cents, paid })
  })
}

/** The text to sign: the amount, the shop, the order, and this checkout. */
function composePayload(
  { order, cents }: Pick<Checkout, 'order' | 'cents'>,
  { contract, name }: Pick<CheckoutDependencies, 'contract' | 'name'>,
): string {
  const nonce = randomBytes(16).toString('base64url')
  const amount = (cents / 100).toFixed(2)
  // For browsers with a dialog for payments, as the contract with the wallet says.
  const payment = {
    payeeName: name,
    total: { currency: 'EUR', value: amount },
    instrument: { displayName: 'Pip', icon: `${contract.address}/card.png` },
  }
  return JSON.stringify({ merchant: name, order, amount, currency: 'EUR', nonce, payment })
}
