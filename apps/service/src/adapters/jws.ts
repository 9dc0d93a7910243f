import { constants, type KeyObject, sign } from 'node:crypto'
import type { SigningAlgorithm } from '@thumbturn/contract/vocabulary/signing-algorithms.ts'

/** The `typ` of a token: what tells kinds of tokens apart beyond their claims (RFC 8725 §3.11). */
export type TokenType = 'JWT' | 'at+jwt' | 'logout+jwt' | 'thumbturn-identity+jwt'

/** Signs claims as a token of that type, JWT by default. */
export type SignClaims = (claims: object, typ?: TokenType) => Promise<string>

/** `signature` is r ‖ s with ES256 (RFC 7518 §3.4), and PKCS #1 v1.5 with RS256 (§3.3). */
const schemes = {
  ES256: { dsaEncoding: 'ieee-p1363' },
  RS256: { padding: constants.RSA_PKCS1_PADDING },
} as const satisfies Record<SigningAlgorithm, object>

/**
 * Signs claims as a JWT: JWS compact serialization (RFC 7515 §7.1). The thread pool computes the signature, so the event
 * loop stays free.
 */
export function createJwsSigner(key: KeyObject, { kid, alg }: { kid: string; alg: SigningAlgorithm }): SignClaims {
  const headers = new Map<TokenType, string>()
  const encodeHeader = (typ: TokenType) => {
    const header = headers.get(typ) ?? encoded({ alg, typ, kid })
    headers.set(typ, header)
    return header
  }
  return async (claims, typ = 'JWT') => {
    const input = `${encodeHeader(typ)}.${encoded(claims)}`
    const signature = await new Promise<Buffer>((resolve, reject) => {
      sign('sha256', Buffer.from(input), { key, ...schemes[alg] }, toCallback(resolve, reject))
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
