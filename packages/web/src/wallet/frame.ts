import { CheckoutError } from '../checkout/errors.ts'
import { readText } from '../checkout/fragment.ts'
import { type CallMessage, channel, type HandshakeResponse, parseMessage } from '../checkout/messages.ts'
import { connectPeer, type Peer } from '../checkout/peer.ts'
import { type CheckoutRequest, type CheckoutResponse, parseCheckoutRequest } from './checkout-request.ts'
import type { ThumbturnWallet } from './wallet.ts'

/** Handlers for the shop that embeds the wallet's page. `merchant` is the origin of the shop's page. */
export interface MerchantHandlers {
  /** Whether the origin is a merchant of this wallet. */
  isMerchant(merchant: string): boolean | Promise<boolean>
  /** Whether this browser is known: call `discover` of ThumbturnWallet. */
  discover(trust: { merchantTrustId?: string }): ReturnType<ThumbturnWallet['discover']>
  /**
   * Shows the payment and lets the user confirm it. Check that the payment belongs to the merchant.
   * @throws CheckoutError its code is sent to the shop; other errors are sent as ERROR_WALLET_REJECTED
   */
  confirm(request: CheckoutRequest, merchant: string): Promise<CheckoutResponse>
}

/** The connection to the shop's page. */
export interface MerchantConnection {
  /** Asks the shop to set the height of the frame, in CSS pixels. */
  resize(height: number): void
  stop(): void
}

/**
 * Responds to the page that embeds this one. Call it early: the shop sends handshakes for some seconds only. Accepts
 * messages of the parent window only, of merchants only, and only its first port. Does nothing outside of a frame.
 */
export function serveMerchant(handlers: MerchantHandlers): MerchantConnection {
  let peer: Peer | undefined
  let isConnected = false
  let isStopped = false
  const receive = async ({ data, source, origin, ports }: MessageEvent) => {
    const message = parseMessage(data)
    if (message?.type !== 'handshake' || source !== parent || parent === window) return
    const [port] = ports
    if (isConnected || !port || ports.length > 1 || !/^https?:/.test(origin)) return closeAll(ports)
    isConnected = true
    // If the lookup fails, the origin is not a merchant.
    const isKnown = await (async () => handlers.isMerchant(origin))().catch(() => false)
    const response: HandshakeResponse = { channel, type: 'handshake-response', nonce: message.nonce }
    if (!isKnown || isStopped) closeAll(ports)
    else peer = connectPeer(port, (question) => handleCall(question, handlers, origin))
    if (!isStopped) parent.postMessage(isKnown ? response : { ...response, code: 'ERROR_MERCHANT_REJECTED' }, origin)
  }
  addEventListener('message', receive)
  return {
    resize: (height) => peer?.notify('resize', { height }),
    stop: () => {
      isStopped = true
      removeEventListener('message', receive)
      peer?.close(new CheckoutError('ERROR_CHECKOUT_CANCELLED'))
    },
  }
}

function closeAll(ports: readonly MessagePort[]): void {
  for (const port of ports) port.close()
}

function handleCall(
  { method, params }: Pick<CallMessage, 'method' | 'params'>,
  handlers: MerchantHandlers,
  merchant: string,
) {
  if (method === 'discover') return handlers.discover({ merchantTrustId: readText(params.merchantTrustId, 4096) })
  const request = method === 'sign_transaction' && parseCheckoutRequest(params)
  if (request) return handlers.confirm(request, merchant)
  throw new CheckoutError('ERROR_WALLET_REJECTED')
}
