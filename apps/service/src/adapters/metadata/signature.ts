import { type KeyObject, verify, type X509Certificate } from 'node:crypto'
import { type ChainRequirements, type Link, verifyChain } from './chain.ts'

export type BlobRequirements = ChainRequirements & {
  /** The domain of the signer's certificate, or one above it; absent if the root is private. */
  signerDomain?: string
}

/** The signed payload, and the path from the signer's certificate to a root. */
export type SignedPayload = { payload: unknown; links: readonly Link[] }

/**
 * The payload of a signed list (compact JWS, FIDO MDS §3.1.7): RS256 or ES256, with a chain to a root. Throws an Error
 * that says what is wrong.
 */
export function verifyPayload(jws: string, demands: BlobRequirements): SignedPayload {
  const parts = jws.trim().split('.')
  if (parts.length !== 3) throw new Error('it is no compact JWS of three parts')
  const [header, payload, signature] = parts as [string, string, string]
  const { alg, x5c } = readHeader(header)
  const { leaf, links } = verifyChain(x5c, demands)
  if (demands.signerDomain !== undefined) requireSigner(leaf, demands.signerDomain)
  const signed = { text: `${header}.${payload}`, signature: Buffer.from(signature, 'base64url') }
  if (!isSignedBy(leaf.publicKey, alg, signed)) throw new Error('its signature is wrong')
  return { payload: parsed(payload), links }
}

function readHeader(part: string): { alg: string; x5c: Buffer[] } {
  const { alg, x5c, crit } = (parsed(part) ?? {}) as Record<string, unknown>
  if (alg !== 'RS256' && alg !== 'ES256') throw new Error(`it is signed by ${JSON.stringify(alg)}, not RS256 or ES256`)
  // RFC 7515 §4.1.11: unknown critical headers must be rejected, and we know none.
  if (crit !== undefined) throw new Error('its header has critical fields')
  if (!Array.isArray(x5c) || !x5c.every((item) => typeof item === 'string')) throw new Error('its header has no x5c')
  return { alg, x5c: x5c.map((item) => Buffer.from(item, 'base64')) }
}

function parsed(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString())
  } catch {
    throw new Error('it holds no JSON')
  }
}

/** Anyone can buy a certificate below a public root, so the root alone doesn't identify the signer. */
function requireSigner({ subjectAltName }: X509Certificate, domain: string) {
  const names = (subjectAltName ?? '').split(', ').map((name) => name.replace(/^DNS:/, '').toLowerCase())
  if (!names.some((name) => name === domain || name.endsWith(`.${domain}`)))
    throw new Error(`its signer is not of ${domain}`)
}

function isSignedBy(key: KeyObject, alg: string, { text, signature }: { text: string; signature: Buffer }): boolean {
  const { namedCurve, modulusLength = 0 } = key.asymmetricKeyDetails ?? {}
  const fits = alg === 'ES256' ? namedCurve === 'prime256v1' : key.asymmetricKeyType === 'rsa' && modulusLength >= 2048
  return fits && verify('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }, signature)
}
