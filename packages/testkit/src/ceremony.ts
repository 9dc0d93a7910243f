import { hash } from 'node:crypto'
import type { Change, CreationOverrides, ShownPayment } from './json.ts'

/** Bits of the flags byte in the authenticator data (WebAuthn section 6.1). */
export const flag = { UP: 0x01, UV: 0x04, BE: 0x08, BS: 0x10, AT: 0x40, ED: 0x80 } as const

export const sha256 = (content: string | Uint8Array): Buffer => hash('sha256', content, 'buffer')

export const toBase64url = (content: Uint8Array): string => Buffer.from(content).toString('base64url')

/**
 * The base64url text that a browser makes by decoding and encoding it again; padding and the standard alphabet vanish.
 */
export const normalizeBase64url = (text: string): string => Buffer.from(text, 'base64url').toString('base64url')

export const applyChange = <T>(right: T, change: Change<T> | undefined): T => {
  if (change === undefined) return right
  return typeof change === 'function' ? (change as (right: T) => T)(right) : change
}

/** The client data as serialized by browsers (WebAuthn section 5.8.1.1), with overrides. */
export function createClientData(
  right: { type: string; challenge: string; origin: string; payment?: ShownPayment },
  overrides: CreationOverrides,
): Buffer {
  const { type, challenge, origin, crossOrigin, topOrigin, clientData } = overrides
  const written = JSON.stringify({
    type: type ?? right.type,
    challenge: challenge ?? normalizeBase64url(right.challenge),
    origin: origin ?? right.origin,
    crossOrigin: crossOrigin ?? false,
    topOrigin,
    payment: right.payment,
  })
  return Buffer.from(applyChange(written, clientData))
}

/** Authenticator data (WebAuthn section 6.1); `attested` is the attested credential data of a registration, `extensions` follow it. */
export function createAuthenticatorData(parts: {
  rpIdHash: Buffer
  flags: number
  signCount: number
  attested?: Buffer
  extensions?: Buffer
}): Buffer {
  const fixed = Buffer.allocUnsafe(37)
  parts.rpIdHash.copy(fixed)
  fixed.writeUInt8(parts.flags & 0xff, 32)
  fixed.writeUInt32BE(parts.signCount, 33)
  return parts.attested ? Buffer.concat([fixed, parts.attested, parts.extensions ?? Buffer.alloc(0)]) : fixed
}

/** Attested credential data (WebAuthn section 6.5.1). */
export function createAttestedData(parts: { aaguid: string; credentialId: string; cose: Buffer }): Buffer {
  const id = Buffer.from(parts.credentialId, 'base64url')
  const length = Buffer.from([id.length >> 8, id.length & 0xff])
  return Buffer.concat([Buffer.from(parts.aaguid.replaceAll('-', ''), 'hex'), length, id, parts.cose])
}

/**
 * The RP ID must be the origin's host or a parent domain of it. Otherwise, browsers throw SecurityError. Extensions use the RP ID
 * of any host that they have permissions for.
 */
export function checkRpId(rpId: string, origin: string): void {
  const { protocol, hostname } = new URL(origin)
  if (hostname === rpId || (rpId.includes('.') && hostname.endsWith(`.${rpId}`)) || protocol.endsWith('-extension:'))
    return
  throw new DOMException(`The RP ID "${rpId}" is not a suffix of the origin ${origin}`, 'SecurityError')
}
