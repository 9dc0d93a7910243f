import { type Conversation, converse } from '../checkout/conversation.ts'
import { CheckoutError } from '../checkout/errors.ts'
import { readText } from '../checkout/fragment.ts'
import { channel, type HandshakeResponse, parseMessage, type Question } from '../checkout/messages.ts'
import { type CheckoutAnswer, type CheckoutErrand, parseCheckoutRequest } from './checkout-request.ts'
import type { ThumbturnWallet } from './wallet.ts'

/** Handlers for the shop that embeds the wallet's page. `merchant` is the origin of the shop's page. */
export interface MerchantServed {
  /** Whether the origin is a merchant of this wallet. */
  isMerchant(merchant: string): boolean | Promise<boolean>
  /** Whether this browser is known: call `discover` of ThumbturnWallet. */
  discover(trust: { merchantTrustId?: string }): ReturnType<ThumbturnWallet['discover']>
  /**
   * Shows the payment and lets the user confirm it. Check that the payment belongs to the merchant.
   * @throws CheckoutError its code is sent to the shop; other errors are sent as ERROR_WALLET_REFUSED
   */
  confirm(errand: CheckoutErrand, merchant: string): Promise<CheckoutAnswer>
}

/** The connection to the shop's page. */
export interface Serving {
  /** Asks the shop to set the height of the frame, in CSS pixels. */
  resize(height: number): void
  stop(): void
}

/**
 * Responds to the page that embeds this one. Call it early: the shop sends handshakes for some seconds only. Accepts
 * messages of the parent window only, of merchants only, and only its first port. Does nothing outside of a frame.
 */
export function serveMerchant(served: MerchantServed): Serving {
  let conversation: Conversation | undefined
  let isTaken = false
  let isStopped = false
  const hear = async ({ data, source, origin, ports }: MessageEvent) => {
    const said = parseMessage(data)
    if (said?.type !== 'handshake' || source !== parent || parent === window) return
    const [port] = ports
    if (isTaken || !port || ports.length > 1 || !/^https?:/.test(origin)) return closeAll(ports)
    isTaken = true
    // If the lookup fails, the origin is not a merchant.
    const isKnown = await (async () => served.isMerchant(origin))().catch(() => false)
    const answer: HandshakeResponse = { channel, type: 'handshake-response', nonce: said.nonce }
    if (!isKnown || isStopped) closeAll(ports)
    else conversation = converse(port, (question) => answerTo(question, served, origin))
    if (!isStopped) parent.postMessage(isKnown ? answer : { ...answer, code: 'ERROR_MERCHANT_REFUSED' }, origin)
  }
  addEventListener('message', hear)
  return {
    resize: (height) => conversation?.tell('resize', { height }),
    stop: () => {
      isStopped = true
      removeEventListener('message', hear)
      conversation?.end(new CheckoutError('ERROR_CHECKOUT_CANCELLED'))
    },
  }
}

function closeAll(ports: readonly MessagePort[]): void {
  for (const port of ports) port.close()
}

function answerTo({ method, params }: Pick<Question, 'method' | 'params'>, served: MerchantServed, merchant: string) {
  if (method === 'discover') return served.discover({ merchantTrustId: readText(params.merchantTrustId, 4096) })
  const errand = method === 'sign_transaction' && parseCheckoutRequest(params)
  if (errand) return served.confirm(errand, merchant)
  throw new CheckoutError('ERROR_WALLET_REFUSED')
}
