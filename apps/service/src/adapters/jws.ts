import { type KeyObject, sign } from 'node:crypto'

/**
 * Signs claims as a JWT: JWS compact serialisation (RFC 7515 §7.1) under ES256, `signature` being r ‖ s (RFC 7518 §3.4).
 * The elliptic curve is left to the thread pool, so that the event loop is free meanwhile.
 */
export function jwsSigner(key: KeyObject, kid: string): (claims: object) => Promise<string> {
  const header = encoded({ alg: 'ES256', typ: 'JWT', kid })
  return (claims) => {
    const input = `${header}.${encoded(claims)}`
    return new Promise((resolve, reject) => {
      sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }, (error, signature) =>
        error ? reject(error) : resolve(`${input}.${signature.toString('base64url')}`),
      )
    })
  }
}

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
