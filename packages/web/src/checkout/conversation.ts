import { toCheckoutError } from './errors.ts'
import { type Answer, channel, type Failure, parseMessage, type Question } from './messages.ts'

/** RPC between two pages over a MessagePort that only they hold. */
export interface Conversation {
  /** @throws CheckoutError the error of the other page, or the reason of `end` */
  ask(method: Question['method'], params: Question['params']): Promise<unknown>
  /** Sends a message that gets no response. */
  tell(method: Question['method'], params: Question['params']): void
  /** Closes the port. Pending calls reject with the reason. */
  end(reason: unknown): void
}

/**
 * Returns the result, or undefined for a message that gets no response.
 * @throws CheckoutError its code is sent to the other page
 */
export type Answerer = (question: Pick<Question, 'method' | 'params'>) => unknown

/**
 * Connects to the other page. Each call gets one response. Ids only rise, so repeated messages are ignored, and so are
 * unexpected responses and messages of other protocols.
 */
export function converse(port: MessagePort, answer: Answerer): Conversation {
  const waiting = new Map<number, { resolve(result: unknown): void; reject(reason: unknown): void }>()
  let asked = 0
  let heard = 0
  const say = (said: Omit<Question, 'channel'> | Omit<Answer, 'channel'> | Omit<Failure, 'channel'>) =>
    port.postMessage({ channel, ...said })

  const hear = async ({ data }: MessageEvent) => {
    const said = parseMessage(data)
    if (said?.type === 'message' && said.id > heard) {
      heard = said.id
      await reply(said)
    } else if (said?.type === 'message-response') {
      settled(said.id)?.resolve(said.result)
    } else if (said?.type === 'error') {
      settled(said.id)?.reject(toCheckoutError(said.code))
    }
  }
  const reply = async ({ id, method, params }: Question) => {
    try {
      const result = await answer({ method, params })
      if (result !== undefined) say({ type: 'message-response', id, result })
    } catch (error) {
      // Details of internal failures stay on this side.
      say({ type: 'error', id, code: toCheckoutError((error as { code?: unknown } | undefined)?.code).code })
    }
  }
  const settled = (id: number) => {
    const waiter = waiting.get(id)
    waiting.delete(id)
    return waiter
  }

  port.addEventListener('message', hear)
  port.start()
  return {
    ask: (method, params) =>
      new Promise((resolve, reject) => {
        const id = ++asked
        waiting.set(id, { resolve, reject })
        say({ type: 'message', id, method, params })
      }),
    tell: (method, params) => say({ type: 'message', id: ++asked, method, params }),
    end: (reason) => {
      port.removeEventListener('message', hear)
      port.close()
      for (const { reject } of waiting.values()) reject(reason)
      waiting.clear()
    },
  }
}
