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

/** A refusal of the shop's backend, in words. */
export class ShopError extends Error {
  override name = 'ShopError'
  readonly code: string

  constructor(code: string, message: string, cause?: unknown) {
    super(message, { cause })
    this.code = code
  }
}

/**
 * A call to the shop's own backend.
 * @throws ShopError
 */
export async function callShop<Answer>(method: 'GET' | 'POST', path: string, body?: object): Promise<Answer> {
  const headers: Record<string, string> = body ? { 'content-type': 'application/json' } : {}
  const answer = await fetch(`/api${path}`, { method, headers, body: body && JSON.stringify(body) }).catch(unreachable)
  const said = await answer.json().catch(() => ({}))
  if (answer.ok) return said
  throw new ShopError(said.code ?? '', said.message ?? 'The shop does not answer as it should')
}

function unreachable(cause: unknown): never {
  throw new ShopError('unreachable', 'The shop does not answer. Is it running?', cause)
}
