import type { Line } from '../../backends/shop/catalogue.ts'
import { type Call, callBackend } from '../backend.ts'

export type { Line, Product } from '../../backends/shop/catalogue.ts'

/** What is about to be bought; without `request` the wallet does not answer. */
export type Checkout = { order: string; lines: Line[]; cents: number; request?: string }

export type Order = { order: string; lines: Line[]; cents: number; paid: 'wallet' | 'invoice' }

/**
 * A call to the shop's own backend.
 * @throws ApiError
 */
export const callShop = <Answer>(method: Call['method'], path: string, body?: object) =>
  callBackend<Answer>('The shop does not answer. Is it running?', { method, path, body })
