import { randomUUID } from 'node:crypto'
import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { PlaceOrder } from './ledger.ts'

/**
 * Places orders by appending them to a file, one JSON object per line, flushed to disk before the ID is returned. A
 * real shop would call its own system here, with `purchaseId` for idempotency.
 */
export const createOrderFile =
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
