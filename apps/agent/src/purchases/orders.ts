import { randomUUID } from 'node:crypto'
import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { PlaceOrder } from './ledger.ts'

/**
 * Places orders by appending them to a file, one JSON object a line, each on disk before its id is answered. A shop would
 * call its own system here; `purchaseId` tells it what it has had already.
 */
export const ordersIn =
  (file: string): PlaceOrder =>
  async ({ id: purchaseId, caller, merchant, currency, total, text }, proof) => {
    const orderId = randomUUID()
    const order = {
      orderId,
      at: new Date().toISOString(),
      purchaseId,
      agent: caller,
      merchant,
      currency,
      total,
      text,
      proof,
    }
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    const handle = await open(file, 'a', 0o600)
    try {
      await handle.write(`${JSON.stringify(order)}\n`)
      await handle.sync()
    } finally {
      await handle.close()
    }
    return orderId
  }
