import { type Conversation, converse } from '../checkout/conversation.ts'
import { CheckoutError } from '../checkout/errors.ts'
import { readText } from '../checkout/fragment.ts'
import { channel, type HandshakeResponse, parseMessage, type Question } from '../checkout/messages.ts'
import { type CheckoutAnswer, type CheckoutErrand, parseCheckoutRequest } from './checkout-request.ts'
import type { ThumbturnWallet } from './wallet.ts'

/** What the wallet does for the shop whose page it is shown in; `merchant` is the origin of that page. */
export interface MerchantServed {
  /** Whether that origin is a shop of this wallet. */
  isMerchant(merchant: string): boolean | Promise<boolean>
  /** Whether this browser is known: `discover` of the wallet class. */
  discover(trust: { merchantTrustId?: string }): ReturnType<ThumbturnWallet['discover']>
  /**
   * Shows the payment and lets the person confirm it. Look whether it is one of that merchant's.
   * @throws CheckoutError whose code the shop receives; it receives ERROR_WALLET_REFUSED for any other error
   */
  confirm(errand: CheckoutErrand, merchant: string): Promise<CheckoutAnswer>
}

/** The wallet's page in the frame of a shop. */
export interface Serving {
  /** Asks the shop for that much height, in CSS pixels. */
  resize(height: number): void
  stop(): void
}

/**
 * Serves the page that shows this one in a frame, which greets for some seconds: call it soon. Only the parent window is heard, only an
 * origin that is a merchant, and only its first port. Does nothing where the page is in no frame.
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
    // A wallet that cannot say who its merchants are has none.
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
