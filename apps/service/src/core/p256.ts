import { createPublicKey, type KeyObject } from 'node:crypto'
import { badRequest } from './errors.ts'

/**
 * A P-256 public key as PEM (SubjectPublicKeyInfo), from PEM or base64 DER.
 * @throws AppError bad_request: a private key, another curve, or not a key
 */
export function toP256Pem(text: string): string {
  const key = /PRIVATE KEY/.test(text) ? undefined : parseKey(text.trim())
  if (key?.asymmetricKeyDetails?.namedCurve === 'prime256v1')
    return key.export({ format: 'pem', type: 'spki' }) as string
  throw badRequest('The public key must be a P-256 key (ES256), as PEM or as base64 DER (SubjectPublicKeyInfo)')
}

function parseKey(text: string): KeyObject | undefined {
  try {
    if (text.startsWith('-----')) return createPublicKey(text)
    // Buffer's base64url decoder reads both alphabets, padded or not.
    return createPublicKey({ key: Buffer.from(text, 'base64url'), format: 'der', type: 'spki' })
  } catch {
    return undefined
  }
}
