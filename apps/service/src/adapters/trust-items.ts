import { createHash, createPublicKey, verify } from 'node:crypto'
import { promisify } from 'node:util'
import type { TrustVerifier } from '../core/ports/trust-verifier.ts'

/** The accepted clock skew of a device. */
const skewSeconds = 60
/** The maximum lifetime of an item; those of the SDKs last one and five minutes. */
const longestLifeSeconds = 3600
// Items of common SDKs have about 400 characters.
const longest = 2048

type EcJwk = { kty: 'EC'; crv: 'P-256'; x: string; y: string }

/**
 * Trust items as the SDKs create them: ES256 with the public key in the header, an `exp`, and no other required claims.
 * The thread pool verifies the signature.
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

/** A JSON object in base64url; undefined if it isn't one. */
function parsePart(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/** The required fields in the order of RFC 7638 §3.2, without the rest of the header. */
function keyIn(header: Record<string, unknown> | undefined): EcJwk | undefined {
  if (header?.alg !== 'ES256' || header.crit !== undefined || typeof header.jwk !== 'object') return undefined
  const { kty, crv, x, y } = (header.jwk ?? {}) as Record<string, unknown>
  return kty === 'EC' && crv === 'P-256' && isCoordinate(x) && isCoordinate(y) ? { crv, kty, x, y } : undefined
}

/** 32 bytes in canonical form: another spelling would give one key a second thumbprint. */
const isCoordinate = (text: unknown): text is string =>
  typeof text === 'string' && text.length === 43 && Buffer.from(text, 'base64url').toString('base64url') === text

/** A long-lived item could be replayed by anyone who once saw it. */
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
    // A point that isn't on the curve.
    return false
  }
}

const computeThumbprint = (jwk: EcJwk) => createHash('sha256').update(JSON.stringify(jwk)).digest('base64url')
