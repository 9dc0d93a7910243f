import { type KeyObject, sign } from 'node:crypto'

/**
 * Signs claims as a JWT: JWS compact serialization (RFC 7515 §7.1) with ES256; `signature` is r ‖ s (RFC 7518 §3.4).
 * The thread pool computes the signature, so the event loop stays free.
 */
export function createJwsSigner(key: KeyObject, kid: string): (claims: object) => Promise<string> {
  const header = encoded({ alg: 'ES256', typ: 'JWT', kid })
  return async (claims) => {
    const input = `${header}.${encoded(claims)}`
    const signature = await new Promise<Buffer>((resolve, reject) => {
      sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }, toCallback(resolve, reject))
    })
    return `${input}.${signature.toString('base64url')}`
  }
}

/**
 * The callback of the thread pool. A node:crypto job lives, with everything its callback can reach, until the next
 * major garbage collection; this one reaches only its promise.
 */
const toCallback =
  (resolve: (signature: Buffer) => void, reject: (error: Error) => void) => (error: Error | null, signature: Buffer) =>
    error ? reject(error) : resolve(signature)

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
