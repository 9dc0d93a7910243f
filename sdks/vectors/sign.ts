import { constants, createHash, createPrivateKey, type JsonWebKey, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { TokenDraft } from './cases.ts'

type Key = JsonWebKey & { kid: string }

const keys = JSON.parse(readFileSync(new URL('keys.json', import.meta.url), 'utf8')) as Key[]

export const findKey = (kid: string) => keys.find((key) => key.kid === kid)!

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

/** Signs with the key's own algorithm, whatever the header says; RSA keys sign PS256 if it says so. */
export function signToken({ key = 'first', header = {}, claims, change = (token) => token }: TokenDraft): string {
  const protectedHeader = { alg: 'ES256', typ: 'JWT', kid: key, ...header }
  const text = `${encode(protectedHeader)}.${encode(claims)}`
  return change(`${text}.${signText(findKey(key), protectedHeader.alg, text).toString('base64url')}`)
}

function signText(jwk: Key, alg: string, text: string): Buffer {
  const key = createPrivateKey({ key: jwk, format: 'jwk' })
  if (jwk.kty === 'OKP') return sign(null, Buffer.from(text), key)
  if (jwk.kty === 'EC') {
    const hash = jwk.crv === 'P-384' ? 'sha384' : 'sha256'
    return sign(hash, Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' })
  }
  // RSASSA-PSS has a salt as long as the hash (RFC 7518 §3.5).
  const padding = alg === 'PS256' ? constants.RSA_PKCS1_PSS_PADDING : constants.RSA_PKCS1_PADDING
  return sign('sha256', Buffer.from(text), { key, padding, saltLength: constants.RSA_PSS_SALTLEN_DIGEST })
}

/** The fields of a public key. */
export function readPublicKey({ kty, crv, x, y, n, e }: JsonWebKey): JsonWebKey {
  return { kty, crv, x, y, n, e }
}

/** RFC 7638 §3: the required fields in the order of their names. */
export function computeThumbprint(kid: string): string {
  const { kty, crv, x, y, n, e } = findKey(kid)
  const fields = { RSA: { e, kty, n }, EC: { crv, kty, x, y }, OKP: { crv, kty, x } }[kty as 'RSA' | 'EC' | 'OKP']
  return computeHash(JSON.stringify(fields))
}

/** SHA-256, as in `ath` (RFC 9449 §4.2). */
export const computeHash = (text: string) => createHash('sha256').update(text).digest('base64url')
