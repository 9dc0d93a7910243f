import { toCheckoutError } from './errors.ts'
import { type CallMessage, channel, type ErrorMessage, parseMessage, type ResultMessage } from './messages.ts'

/** RPC between two pages over a MessagePort that only they hold. */
export interface Peer {
  /** @throws CheckoutError the error of the other page, or the reason of `end` */
  call(method: CallMessage['method'], params: CallMessage['params']): Promise<unknown>
  /** Sends a message that gets no response. */
  notify(method: CallMessage['method'], params: CallMessage['params']): void
  /** Closes the port. Pending calls reject with the reason. */
  close(reason: unknown): void
}

/**
 * Returns the result, or undefined for a message that gets no response.
 * @throws CheckoutError its code is sent to the other page
 */
export type CallHandler = (question: Pick<CallMessage, 'method' | 'params'>) => unknown

/**
 * Connects to the other page. Each call gets one response. Ids only rise, so repeated messages are ignored, and so are
 * unexpected responses and messages of other protocols.
 */
export function connectPeer(port: MessagePort, handle: CallHandler): Peer {
  const pending = new Map<number, { resolve(result: unknown): void; reject(reason: unknown): void }>()
  let lastSent = 0
  let lastReceived = 0
  const post = (
    message: Omit<CallMessage, 'channel'> | Omit<ResultMessage, 'channel'> | Omit<ErrorMessage, 'channel'>,
  ) => port.postMessage({ channel, ...message })

  const receive = async ({ data }: MessageEvent) => {
    const message = parseMessage(data)
    if (message?.type === 'message' && message.id > lastReceived) {
      lastReceived = message.id
      await respond(message)
    } else if (message?.type === 'message-response') {
      takePending(message.id)?.resolve(message.result)
    } else if (message?.type === 'error') {
      takePending(message.id)?.reject(toCheckoutError(message.code))
    }
  }
  const respond = async ({ id, method, params }: CallMessage) => {
    try {
      const result = await handle({ method, params })
      if (result !== undefined) post({ type: 'message-response', id, result })
    } catch (error) {
      // Details of internal failures stay on this side.
      post({ type: 'error', id, code: toCheckoutError((error as { code?: unknown } | undefined)?.code).code })
    }
  }
  const takePending = (id: number) => {
    const waiter = pending.get(id)
    pending.delete(id)
    return waiter
  }

  port.addEventListener('message', receive)
  port.start()
  return {
    call: (method, params) =>
      new Promise((resolve, reject) => {
        const id = ++lastSent
        pending.set(id, { resolve, reject })
        post({ type: 'message', id, method, params })
      }),
    notify: (method, params) => post({ type: 'message', id: ++lastSent, method, params }),
    close: (reason) => {
      port.removeEventListener('message', receive)
      port.close()
      for (const { reject } of pending.values()) reject(reason)
      pending.clear()
    },
  }
}
