import { ApiError, createMemoryTokenStore, Thumbturn } from '@thumbturn/web'
import { pageContext } from '../../page-context.ts'
import { type Receipt, readReceipt } from './receipt.ts'

/** How a purchase stands: see the checkout agent. */
export type PurchaseState = 'waiting' | 'confirmed' | 'completed' | 'declined' | 'expired'

type Answer = { id: string; state: PurchaseState; text: string; orderId?: string }

/** A purchase that an assistant prepared; `receipt` is what its text says. */
export type Purchase = Answer & { receipt: Receipt }

/** What was signed, for the checkout agent. */
export type Confirmation = { token: string; attempt: string }

const { service, appId, addresses } = pageContext
// The token of a confirmation is for the checkout agent only, so it signs nobody in here.
const thumbturn = new Thumbturn({ baseUrl: `${service}/apps/${appId}`, appId, tokenStore: createMemoryTokenStore() })

/** @throws ApiError 404: there is none, or no more */
export const findPurchase = (id: string): Promise<Purchase> => ask(id)

/**
 * Lets the payer's passkey sign the text. The answer is for sendConfirmation, which may be tried again by itself.
 * @throws PasskeyError when the ceremony ends without a signature
 */
export async function signPurchase({ id, text, receipt }: Purchase): Promise<Confirmation> {
  const attempt = crypto.randomUUID()
  const { token } = await thumbturn.confirmTransaction(receipt.payer, { txPayload: text, nonce: `${id}.${attempt}` })
  return { token, attempt }
}

/** @throws ApiError when the checkout agent refuses or does not answer */
export const sendConfirmation = (id: string, confirmation: Confirmation): Promise<Purchase> =>
  ask(id, '/confirm', confirmation)

/** @throws ApiError when it is too late */
export const declinePurchase = (id: string): Promise<Purchase> => ask(id, '/decline', {})

async function ask(id: string, step = '', body?: object): Promise<Purchase> {
  const url = `${addresses.agent}/api/purchases/${encodeURIComponent(id)}${step}`
  const headers = { 'content-type': 'application/json' }
  const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : undefined
  const answer = await fetch(url, init).catch(unreachable)
  const said = await answer.json().catch(() => ({}))
  if (!answer.ok)
    throw new ApiError({ status: answer.status, msg: said.msg ?? 'Something went wrong', msgCode: said.code ?? '' })
  return read(said, id)
}

function read(answer: Answer, id: string): Purchase {
  const receipt = readReceipt(answer.text)
  if (receipt.id !== id) throw new Error('This is the text of another purchase')
  return { ...answer, receipt }
}

function unreachable(cause: unknown): never {
  throw new ApiError({ status: 0, msg: 'The checkout agent does not answer', msgCode: 'unreachable' }, cause)
}
