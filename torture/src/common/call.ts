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
    // `fetch` says of every request that a script sends it.
    return await (headers?.['sec-fetch-mode'] === undefined ? fetchAnswer(url, sent) : navigate(url, sent))
  } catch {
    return undefined
  }
}

type HttpRequest = { method: string; headers: Record<string, string>; body: string | undefined; signal: AbortSignal }

async function fetchAnswer(url: string, sent: HttpRequest): Promise<Answer> {
  // A redirect is a response: what it leads to is at the public address, not at this node.
  const response = await fetch(url, { ...sent, redirect: 'manual' })
  const text = await response.text()
  return { status: response.status, headers: readHeaders(response), text, body: parse(text) }
}

/** Sends a request as a browser that shows the response as a page. */
async function navigate(url: string, { body, ...sent }: HttpRequest): Promise<Answer> {
  const sending = request(url, sent)
  sending.end(body)
  const [response] = (await once(sending, 'response', { signal: sent.signal })) as [IncomingMessage]
  const text = await readText(response)
  return { status: response.statusCode!, headers: joinHeaders(response), text, body: parse(text) }
}

const joinHeaders = ({ headers }: IncomingMessage) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]))

/** Header names in lower case; repeated ones are joined. */
const readHeaders = ({ headers }: Response) =>
  Object.fromEntries([...headers.keys()].map((name) => [name, headers.get(name)!]))

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
