import { createHash, createPublicKey, verify } from 'node:crypto'
import { promisify } from 'node:util'
import type { TrustVerifier } from '../core/ports/trust-verifier.ts'

/** How far the clock of a device may differ from ours. */
const skewSeconds = 60
/** Of an item; the SDKs' own live one and five minutes. */
const longestLifeSeconds = 3600
// The widespread SDKs' items have some 400 characters.
const longest = 2048

type EcJwk = { kty: 'EC'; crv: 'P-256'; x: string; y: string }

/**
 * Trust items as the SDKs make them: ES256 with the public key in the header, an `exp`, and nothing that we must know. The
 * elliptic curve is left to the thread pool.
 */
export const trustItemVerifier = (now: () => number): TrustVerifier => ({
  async computeThumbprint(item) {
    const [head, payload, signature, ...more] = item.length <= longest ? item.split('.') : []
    if (!head || !payload || !signature || more.length > 0) return undefined
    const jwk = keyIn(parsePart(head))
    if (!jwk || !isCurrent(parsePart(payload), now())) return undefined
    return (await isSignedBy(jwk, `${head}.${payload}`, signature)) ? computeThumbprint(jwk) : undefined
  },
})

/** A JSON object in base64url; undefined when it is none. */
function parsePart(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/** Its members in the order of RFC 7638 §3.2, and nothing of what else the header says. */
function keyIn(header: Record<string, unknown> | undefined): EcJwk | undefined {
  if (header?.alg !== 'ES256' || header.crit !== undefined || typeof header.jwk !== 'object') return undefined
  const { kty, crv, x, y } = (header.jwk ?? {}) as Record<string, unknown>
  return kty === 'EC' && crv === 'P-256' && isCoordinate(x) && isCoordinate(y) ? { crv, kty, x, y } : undefined
}

/** 32 bytes, spelled in the only canonical way: a second spelling would be a second thumbprint of one key. */
const isCoordinate = (text: unknown): text is string =>
  typeof text === 'string' && text.length === 43 && Buffer.from(text, 'base64url').toString('base64url') === text

/** An item that hardly ever expired could be shown by whoever once saw it. */
function isCurrent(payload: Record<string, unknown> | undefined, now: number): boolean {
  const { exp } = payload ?? {}
  const seconds = now / 1000
  return typeof exp === 'number' && exp + skewSeconds > seconds && exp <= seconds + longestLifeSeconds
}

const verified = promisify(verify)

async function isSignedBy(jwk: EcJwk, signed: string, signature: string): Promise<boolean> {
  try {
    const key = createPublicKey({ key: jwk, format: 'jwk' })
    const raw = Buffer.from(signature, 'base64url')
    return await verified('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }, raw)
  } catch {
    // A point that is not on the curve.
    return false
  }
}

const computeThumbprint = (jwk: EcJwk) => createHash('sha256').update(JSON.stringify(jwk)).digest('base64url')
