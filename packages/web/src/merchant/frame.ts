import { type Conversation, converse } from '../checkout/conversation.ts'
import { CheckoutError, toCheckoutError } from '../checkout/errors.ts'
import { channel, type Handshake, type HandshakeResponse, parseMessage } from '../checkout/messages.ts'
import { randomText } from '../checkout/random.ts'

/** The wallet's page in a frame of this page. */
export interface WalletFrame extends Omit<Conversation, 'tell'> {
  /** Shows the frame and moves the focus into it. */
  show(): void
}

/** Where to show which wallet page. */
export interface FramePlace {
  /** URL of the wallet's page. */
  url: URL
  mountTarget: HTMLElement
  /** Title of the frame for screen readers. */
  title: string
}

const tallest = 1200

/**
 * Loads the wallet's page in a hidden frame and performs the handshake. The port goes only to the wallet's origin, and
 * only that origin in this frame is trusted. Aborting `signal` closes the connection and removes the frame.
 * @throws CheckoutError ERROR_WALLET_ORIGIN · ERROR_MERCHANT_REFUSED · the reason of the abort
 */
export async function openWallet({ url, mountTarget, title }: FramePlace, ended: AbortSignal): Promise<WalletFrame> {
  ended.throwIfAborted()
  const frame = document.createElement('iframe')
  frame.allow = `publickey-credentials-get ${url.origin}`
  // Keeps the wallet from navigating this page. It keeps its own storage, because its origin differs.
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms allow-popups')
  frame.referrerPolicy = 'origin'
  frame.title = title
  frame.hidden = true
  frame.src = url.href
  Object.assign(frame.style, { border: '0', width: '100%' })
  ended.addEventListener('abort', () => frame.remove(), { once: true })
  const port = await shakeHands(frame, { origin: url.origin, mountTarget, ended })

  const resize = ({ height }: Record<string, unknown>) => {
    if (typeof height === 'number' && height > 0) frame.style.height = `${Math.min(Math.ceil(height), tallest)}px`
  }
  const conversation = converse(port, ({ method, params }) => void (method === 'resize' && resize(params)))
  ended.addEventListener('abort', () => conversation.end(ended.reason), { once: true })
  // A page that replaces the wallet in the frame doesn't have the port.
  frame.addEventListener('load', () => conversation.end(new CheckoutError('ERROR_WALLET_UNREACHABLE')), { once: true })
  return {
    ask: conversation.ask,
    end: conversation.end,
    show: () => {
      frame.hidden = false
      frame.focus()
    },
  }
}

type Place = { origin: string; mountTarget: HTMLElement; ended: AbortSignal }

/** Sends handshakes until the wallet responds, because its script may start listening late. */
function shakeHands(frame: HTMLIFrameElement, { origin, mountTarget, ended }: Place): Promise<MessagePort> {
  const greetings = new Map<string, MessagePort>()
  const greet = () => {
    const { port1, port2 } = new MessageChannel()
    const greeting: Handshake = { channel, type: 'handshake', nonce: randomText() }
    greetings.set(greeting.nonce, port1)
    frame.contentWindow?.postMessage(greeting, origin, [port2])
  }
  return new Promise<MessagePort>((resolve, reject) => {
    let timer: ReturnType<typeof setInterval> | undefined
    const hear = ({ data, origin: from, source }: MessageEvent) => {
      const said = parseMessage(data)
      // Any window can post messages to this page.
      if (!said || source !== frame.contentWindow) return
      if (from !== origin) return fail(new CheckoutError('ERROR_WALLET_ORIGIN'))
      if (said.type === 'handshake-response') decide(said)
    }
    const decide = ({ nonce, code }: HandshakeResponse) => {
      const port = greetings.get(nonce)
      if (!port) return
      if (code !== undefined) return fail(toCheckoutError(code))
      greetings.delete(nonce)
      stop()
      resolve(port)
    }
    const fail = (reason: unknown) => {
      stop()
      reject(reason)
    }
    const stop = () => {
      clearInterval(timer)
      removeEventListener('message', hear)
      for (const port of greetings.values()) port.close()
      greetings.clear()
    }
    const begin = () => {
      greet()
      timer = setInterval(greet, 100)
    }
    addEventListener('message', hear)
    ended.addEventListener('abort', () => fail(ended.reason), { once: true })
    frame.addEventListener('load', begin, { once: true })
    mountTarget.append(frame)
  })
}
