import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Router } from 'express'
import { rateLimit } from 'express-rate-limit'
import { z } from 'zod'
import { PurchaseError, type PurchaseErrorCode } from '../errors.ts'
import { confirmPurchase, type Verifier } from '../purchases/confirm.ts'
import type { Ledger } from '../purchases/ledger.ts'
import type { State } from '../purchases/purchase.ts'

/**
 * A purchase as shown to a page, which displays only what the text contains, so that the user reads exactly what they
 * sign. `expiresAt` in RFC 3339.
 */
export type ShownPurchase = { id: string; state: State; text: string; expiresAt: string; orderId?: string }

const Confirmation = z.strictObject({ token: z.string().min(1).max(8192), attempt: z.string().regex(/^[\w-]{1,64}$/) })

/**
 * The API of the confirmation page: view, confirm, decline. The purchase ID is unguessable and grants access; only a
 * passkey confirms.
 */
export function purchaseApi({ ledger, verifier, page }: { ledger: Ledger; verifier: Verifier; page: string }): Router {
  const router = express.Router()
  const limited = rateLimit({ windowMs: 60_000, limit: 300, standardHeaders: true, legacyHeaders: false })
  router.use(limited, allowOrigin(new URL(page).origin), disableCaching)
  router.get('/:id', (request, response) => {
    response.json(toShownPurchase(ledger, readPurchaseId(request)))
  })
  router.use(requireJson, express.json({ limit: '16kb' }))
  router.post('/:id/confirm', async (request, response) => {
    const { success, data } = Confirmation.safeParse(request.body)
    if (!success) throw new PurchaseError('invalid', 'Send { "token": "…", "attempt": "…" }')
    await confirmPurchase({ ledger, verifier }, readPurchaseId(request), data)
    response.json(toShownPurchase(ledger, readPurchaseId(request)))
  })
  router.post('/:id/decline', (request, response) => {
    ledger.decline(readPurchaseId(request))
    response.json(toShownPurchase(ledger, readPurchaseId(request)))
  })
  router.use((_, response) => void response.status(404).json({ code: 'not_found', msg: 'There is no such call' }))
  router.use(sendError)
  return router
}

const readPurchaseId = (request: Request) => String(request.params.id)

function toShownPurchase(ledger: Ledger, purchaseId: string): ShownPurchase {
  const { purchase, state, orderId } = ledger.find(purchaseId)
  const { id, text, expiresAt } = purchase
  return { id, state, text, expiresAt: new Date(expiresAt).toISOString(), ...(orderId && { orderId }) }
}

/** CORS for the confirmation page only. */
const allowOrigin =
  (origin: string): RequestHandler =>
  (request, response, next) => {
    response.vary('Origin')
    const sender = request.headers.origin
    if (sender !== undefined && sender !== origin)
      return void response.status(403).json({ code: 'invalid', msg: 'This page may not ask' })
    if (sender === origin) {
      response.set('Access-Control-Allow-Origin', origin)
      response.set('Access-Control-Allow-Headers', 'content-type')
      response.set('Access-Control-Allow-Methods', 'GET, POST')
    }
    if (request.method === 'OPTIONS') return void response.status(204).end()
    next()
  }

const disableCaching: RequestHandler = (_, response, next) => {
  response.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer', 'X-Content-Type-Options': 'nosniff' })
  next()
}

/** Pages of other origins can send JSON only after a CORS preflight, unlike text. */
const requireJson: RequestHandler = (request, response, next) => {
  if (request.method !== 'POST' || request.is('application/json')) return next()
  response.status(415).json({ code: 'invalid', msg: 'Send application/json' })
}

const statuses: Record<PurchaseErrorCode, number> = {
  not_found: 404,
  invalid: 400,
  too_many: 429,
  not_confirmed: 409,
  declined: 409,
  expired: 409,
  settled: 409,
  not_proved: 403,
  unreachable: 502,
}

// biome-ignore lint/complexity/useMaxParams: Express knows handlers of errors by their four parameters
const sendError: ErrorRequestHandler = (error: Error & { status?: number }, _request, response, _next) => {
  if (error instanceof PurchaseError)
    return void response.status(statuses[error.code]).json({ code: error.code, msg: error.message })
  // Errors of the body parser have their own status.
  const status = error.status !== undefined && error.status < 500 ? error.status : 500
  if (status === 500) console.error(error)
  response.status(status).json({ code: 'invalid', msg: status === 500 ? 'This did not work: try again' : 'Send JSON' })
}
