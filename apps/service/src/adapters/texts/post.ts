import type { IncomingMessage } from 'node:http'
import { Undeliverable } from '../../core/ports/courier.ts'

// `import … from 'node:http'` would read its getter WebSocket, and with it load undici: 13 MB of resident memory.
const { request: requestPlainly } = process.getBuiltinModule('node:http')
const { request } = process.getBuiltinModule('node:https')

export type Call = { method: 'GET' | 'POST'; headers: Readonly<Record<string, string>>; body?: string }

export type ProviderResponse = { status: number; text: string }

/** The maximum duration of a call in milliseconds, and the maximum size of a response in bytes. */
export type Limits = { totalMs: number; bytes: number }

const usualLimits: Limits = { totalMs: 15_000, bytes: 64 * 1024 }

/**
 * Calls a provider: the certificate is verified, redirects are not followed, and an endless response is cut off.
 * @throws Error that says why there is no response
 */
export async function call(url: URL, asked: Call, { totalMs, bytes }: Limits = usualLimits): Promise<ProviderResponse> {
  const signal = AbortSignal.timeout(totalMs)
  try {
    const response = await send(url, asked, signal)
    return { status: response.statusCode ?? 0, text: await readText(response, bytes) }
  } catch (error) {
    throw signal.aborted ? new Error(`the provider does not answer within ${totalMs} ms`) : error
  }
}

function send(url: URL, { method, headers, body }: Call, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const ask = url.protocol === 'https:' ? request : requestPlainly
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const given = { ...headers, ...length, 'accept-encoding': 'identity', 'user-agent': 'Thumbturn' }
    ask(url, { method, headers: given, signal, agent: false }, resolve).on('error', reject).end(body)
  })
}

async function readText(response: IncomingMessage, most: number): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of response) {
    size += (part as Buffer).length
    // Leaving the loop destroys the response, and with it the connection.
    if (size > most) throw new Error(`the provider's answer is larger than ${most} bytes`)
    parts.push(part as Buffer)
  }
  return Buffer.concat(parts).toString()
}

/** Statuses with which a provider rejects this message permanently, as opposed to being busy or rejecting us. */
const final = new Set([400, 410, 422])

/** @throws Undeliverable · Error: the provider hasn't accepted the message; `why` is its explanation */
export function requireAccepted(status: number, why = ''): void {
  if (status >= 200 && status < 300) return
  const isRedirect = status >= 300 && status < 400
  const reason = `the provider answers ${status}${isRedirect ? ', and redirects are not followed' : ''}${why && `: ${why}`}`
  throw final.has(status) ? new Undeliverable(reason) : new Error(reason)
}
