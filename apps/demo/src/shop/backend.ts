import type { Line } from '../../backends/shop/catalog.ts'
import { type Call, callBackend } from '../backend.ts'

export type { Line, Product } from '../../backends/shop/catalog.ts'

/** A checkout in progress; without `request`, the wallet is unavailable. */
export type Checkout = { order: string; lines: Line[]; cents: number; request?: string }

export type Order = { order: string; lines: Line[]; cents: number; paid: 'wallet' | 'invoice' }

/**
 * Calls the shop's own backend.
 * @throws ApiError
 */
export const callShop = <Answer>(method: Call['method'], path: string, body?: object) =>
  callBackend<Answer>('The shop isn’t responding. Is it running?', { method, path, body })
