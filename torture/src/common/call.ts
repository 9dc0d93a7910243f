import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import type { Answer, Ask } from '@thumbturn/service-harness/service.ts'

/** Longer than a node takes to reject a call during an outage. */
const longestMs = 20_000

/**
 * One HTTP call. Undefined if no complete response arrived, so that the caller can't know whether the call had an effect.
 */
export async function call(url: string, method: string, ask: Ask = {}): Promise<Answer | undefined> {
  const { body, token, headers } = ask
  const sent: HttpRequest = {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: token }),
      ...headers,
    },
    body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
    signal: AbortSignal.timeout(longestMs),
  }
  try {
    return await send(url, sent)
  } catch {
    return undefined
  }
}

type HttpRequest = { method: string; headers: Record<string, string>; body: string | undefined; signal: AbortSignal }

/**
 * Sends a request without `fetch`, which takes twice the processor time, and says of every request that the script of a page
 * makes it (Sec-Fetch-Mode).
 */
async function send(url: string, { body, ...options }: HttpRequest): Promise<Answer> {
  const outgoingMessage = request(url, options)
  outgoingMessage.end(body)
  const [response] = (await once(outgoingMessage, 'response', { signal: options.signal })) as [IncomingMessage]
  const text = await readText(response)
  return { status: response.statusCode!, headers: joinHeaders(response), text, body: parse(text) }
}

/** Repeated headers are joined. */
const joinHeaders = ({ headers }: IncomingMessage) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]))

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
