import { createHash, generateKeyPairSync, sign, type webcrypto } from 'node:crypto'

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

export type TrustKey = {
  jwk: webcrypto.JsonWebKey
  /** RFC 7638. */
  thumbprint: string
  /** A compact JWS as the web SDK creates it; `now` is in milliseconds. */
  item(now: number, changes?: { header?: object; payload?: object }): string
}

/** A key that a browser keeps so that it can be recognized. */
export function trustKey(namedCurve = 'P-256'): TrustKey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve })
  const { crv, kty, x, y } = publicKey.export({ format: 'jwk' })
  const jwk = { crv, ext: true, key_ops: [], kty, x, y }
  return {
    jwk,
    thumbprint: createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url'),
    item(now, { header, payload } = {}) {
      const head = encoded({ alg: 'ES256', jwk, ...header })
      const claims = encoded({ id: 'J3K9QW1ZP0XNA8TR6YBV2CFML', exp: Math.floor(now / 1000) + 60, ...payload })
      const signature = sign('sha256', Buffer.from(`${head}.${claims}`), {
        key: privateKey,
        dsaEncoding: 'ieee-p1363',
      })
      return `${head}.${claims}.${signature.toString('base64url')}`
    },
  }
}
