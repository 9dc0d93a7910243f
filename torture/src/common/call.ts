import type { Answer, Ask } from '@thumbturn/service-harness/service.ts'

/** Longer than a node takes to reject a call during an outage. */
const longestMs = 20_000

/**
 * One HTTP call. Undefined if no complete response arrived, so that the caller can't know whether the call had an effect.
 */
export async function call(url: string, method: string, ask: Ask = {}): Promise<Answer | undefined> {
  const { body, token, headers } = ask
  try {
    const response = await fetch(url, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: token }),
        ...headers,
      },
      body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
      // A redirect is a response: what it leads to is at the public address, not at this node.
      redirect: 'manual',
      signal: AbortSignal.timeout(longestMs),
    })
    const text = await response.text()
    return { status: response.status, headers: readHeaders(response), text, body: parse(text) }
  } catch {
    return undefined
  }
}

/** Header names in lower case; repeated ones are joined. */
const readHeaders = ({ headers }: Response) => Object.fromEntries(headers.entries())

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
