import { ApiError, createMemoryTokenStore, Thumbturn } from '@thumbturn/web'
import { pageContext } from '../../page-context.ts'
import { type Receipt, readReceipt } from './receipt.ts'

/** The state of a purchase; see the checkout agent. */
export type PurchaseState = 'waiting' | 'confirmed' | 'completed' | 'declined' | 'expired'

type PurchaseResponse = { id: string; state: PurchaseState; text: string; orderId?: string }

/** A purchase prepared by an assistant; `receipt` is the parsed text. */
export type Purchase = PurchaseResponse & { receipt: Receipt }

/** The signature for the checkout agent. */
export type Confirmation = { token: string; attempt: string }

const { service, appId, addresses } = pageContext
// The token of a confirmation is for the checkout agent only and must not sign the user in here.
const thumbturn = new Thumbturn({ baseUrl: `${service}/apps/${appId}`, appId, tokenStore: createMemoryTokenStore() })

/** @throws ApiError 404 if it doesn't exist or no longer exists */
export const findPurchase = (id: string): Promise<Purchase> => callAgent(id)

/**
 * Signs the text with the payer's passkey. Pass the result to sendConfirmation, which can be repeated.
 * @throws PasskeyError if the ceremony ends without a signature
 */
export async function signPurchase({ id, text, receipt }: Purchase, signal: AbortSignal): Promise<Confirmation> {
  const attempt = crypto.randomUUID()
  const options = { txPayload: text, nonce: `${id}.${attempt}`, signal }
  const { token } = await thumbturn.confirmTransaction(receipt.payer, options)
  return { token, attempt }
}

/** @throws ApiError if the checkout agent rejects the call or doesn't respond */
export const sendConfirmation = (id: string, confirmation: Confirmation): Promise<Purchase> =>
  callAgent(id, '/confirm', confirmation)

/** @throws ApiError if the purchase has ended */
export const declinePurchase = (id: string): Promise<Purchase> => callAgent(id, '/decline', {})

async function callAgent(id: string, step = '', body?: object): Promise<Purchase> {
  const url = `${addresses.agent}/api/purchases/${encodeURIComponent(id)}${step}`
  const headers = { 'content-type': 'application/json' }
  const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : undefined
  const response = await fetch(url, init).catch(createUnreachableError)
  const content = await response.json().catch(() => ({}))
  if (!response.ok)
    throw new ApiError({
      status: response.status,
      msg: content.msg ?? 'Something went wrong',
      msgCode: content.code ?? '',
    })
  return parsePurchase(content, id)
}

function parsePurchase(response: PurchaseResponse, id: string): Purchase {
  const receipt = readReceipt(response.text)
  if (receipt.id !== id) throw new Error('This is the text of another purchase')
  return { ...response, receipt }
}

function createUnreachableError(cause: unknown): never {
  throw new ApiError({ status: 0, msg: 'The checkout agent isn’t responding', msgCode: 'unreachable' }, cause)
}
