import type { IncomingMessage } from 'node:http'

const single = ['host', 'content-type']

/**
 * The error of a request that has one of these headers more than once: Node keeps the first one and drops the others, and a proxy
 * may have used another one (RFC 9112 §3.2).
 */
export function findRepeatedHeader({ rawHeaders }: IncomingMessage): (Error & { statusCode: 400 }) | undefined {
  const found: string[] = []
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!
    // Only few names have their length.
    if (name.length !== 4 && name.length !== 12) continue
    const lowercase = name.toLowerCase()
    if (found.includes(lowercase)) return createError(lowercase)
    if (single.includes(lowercase)) found.push(lowercase)
  }
  return undefined
}

function createError(name: string) {
  const message = `The request has more than one ${name === 'host' ? 'Host' : 'Content-Type'} header. Send exactly one.`
  return Object.assign(new Error(message), { statusCode: 400 as const })
}
