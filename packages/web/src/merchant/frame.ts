import { CheckoutError, toCheckoutError } from '../checkout/errors.ts'
import { channel, type Handshake, type HandshakeResponse, parseMessage } from '../checkout/messages.ts'
import { createNonce } from '../checkout/nonce.ts'
import { connectPeer, type Peer } from '../checkout/peer.ts'

/** The wallet's page in a frame of this page. */
export interface WalletFrame extends Omit<Peer, 'notify'> {
  /** Shows the frame and moves the focus into it. */
  show(): void
}

/** Where to show which wallet page. */
export interface FrameOptions {
  /** URL of the wallet's page. */
  url: URL
  mountTarget: HTMLElement
  /** Title of the frame for screen readers. */
  title: string
}

const maxHeight = 1200

/**
 * Loads the wallet's page in a hidden frame and performs the handshake. The port goes only to the wallet's origin, and
 * only that origin in this frame is trusted. Aborting `signal` closes the connection and removes the frame.
 * @throws CheckoutError ERROR_WALLET_ORIGIN · ERROR_MERCHANT_REJECTED · the reason of the abort
 */
export async function openWallet({ url, mountTarget, title }: FrameOptions, signal: AbortSignal): Promise<WalletFrame> {
  signal.throwIfAborted()
  const frame = document.createElement('iframe')
  // With `payment`, the browser can show what the user pays.
  frame.allow = `publickey-credentials-get ${url.origin}; payment ${url.origin}`
  // Keeps the wallet from navigating this page. It keeps its own storage, because its origin differs.
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms allow-popups')
  frame.referrerPolicy = 'origin'
  frame.title = title
  frame.hidden = true
  frame.src = url.href
  Object.assign(frame.style, { border: '0', width: '100%' })
  signal.addEventListener('abort', () => frame.remove(), { once: true })
  const port = await shakeHands(frame, { origin: url.origin, mountTarget, signal })

  const resize = ({ height }: Record<string, unknown>) => {
    if (typeof height === 'number' && height > 0) frame.style.height = `${Math.min(Math.ceil(height), maxHeight)}px`
  }
  const peer = connectPeer(port, ({ method, params }) => void (method === 'resize' && resize(params)))
  signal.addEventListener('abort', () => peer.close(signal.reason), { once: true })
  // A page that replaces the wallet in the frame doesn't have the port.
  frame.addEventListener('load', () => peer.close(new CheckoutError('ERROR_WALLET_UNREACHABLE')), { once: true })
  return {
    call: peer.call,
    close: peer.close,
    show: () => {
      frame.hidden = false
      frame.focus()
    },
  }
}

type HandshakeOptions = { origin: string; mountTarget: HTMLElement; signal: AbortSignal }

/** Sends handshakes until the wallet responds, because its script may start listening late. */
function shakeHands(frame: HTMLIFrameElement, { origin, mountTarget, signal }: HandshakeOptions): Promise<MessagePort> {
  const ports = new Map<string, MessagePort>()
  const sendHandshake = () => {
    const { port1, port2 } = new MessageChannel()
    const greeting: Handshake = { channel, type: 'handshake', nonce: createNonce() }
    ports.set(greeting.nonce, port1)
    frame.contentWindow?.postMessage(greeting, origin, [port2])
  }
  return new Promise<MessagePort>((resolve, reject) => {
    let timer: ReturnType<typeof setInterval> | undefined
    const receive = ({ data, origin: from, source }: MessageEvent) => {
      const message = parseMessage(data)
      // Any window can post messages to this page.
      if (!message || source !== frame.contentWindow) return
      if (from !== origin) return fail(new CheckoutError('ERROR_WALLET_ORIGIN'))
      if (message.type === 'handshake-response') decide(message)
    }
    const decide = ({ nonce, code }: HandshakeResponse) => {
      const port = ports.get(nonce)
      if (!port) return
      if (code !== undefined) return fail(toCheckoutError(code))
      ports.delete(nonce)
      stop()
      resolve(port)
    }
    const fail = (reason: unknown) => {
      stop()
      reject(reason)
    }
    const stop = () => {
      clearInterval(timer)
      removeEventListener('message', receive)
      for (const port of ports.values()) port.close()
      ports.clear()
    }
    const start = () => {
      sendHandshake()
      timer = setInterval(sendHandshake, 100)
    }
    addEventListener('message', receive)
    signal.addEventListener('abort', () => fail(signal.reason), { once: true })
    frame.addEventListener('load', start, { once: true })
    mountTarget.append(frame)
  })
}
