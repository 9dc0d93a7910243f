import { createHmac, timingSafeEqual } from 'node:crypto'

type Message = { id: string; application: string; channel: 'sms' | 'voice'; to: string; text: string; locale: string }

const seen = new Map<string, number>()

/** The message, or undefined if the request isn't genuine or repeats another. `body` is the request's body as it came. */
export function readMessage(header: string, body: string, secret: string): Message | undefined {
  const [, time, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header) ?? []
  if (!time || !signature) return undefined
  const now = Date.now() / 1000
  if (Math.abs(now - Number(time)) > 300) return undefined
  const expected = createHmac('sha256', secret).update(`${time}.${body}`).digest()
  if (!timingSafeEqual(expected, Buffer.from(signature, 'hex'))) return undefined
  const message = JSON.parse(body) as Message
  for (const [id, at] of seen) if (now - at > 600) seen.delete(id)
  if (seen.has(message.id)) return undefined
  seen.set(message.id, now)
  return message
}
