import { type Call, callBackend } from '../backend.ts'

/** What the shop sells; `cents` of a euro. */
export type Product = {
  id: string
  name: string
  cents: number
  shape: 'mug' | 'bowl' | 'jug' | 'plate'
  glaze: 'oat' | 'moss' | 'ink' | 'rust'
  about: string
  size: string
}

export type Line = { product: Product; quantity: number }

/** What is about to be bought; without `request` the wallet does not answer. */
export type Checkout = { order: string; lines: Line[]; cents: number; request?: string }

export type Order = { order: string; lines: Line[]; cents: number; paid: 'wallet' | 'invoice' }

/**
 * A call to the shop's own backend.
 * @throws ApiError
 */
export const callShop = <Answer>(method: Call['method'], path: string, body?: object) =>
  callBackend<Answer>('The shop does not answer. Is it running?', { method, path, body })
