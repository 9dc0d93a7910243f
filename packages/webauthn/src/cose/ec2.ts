import type { webcrypto } from 'node:crypto'
import type { CborMap, CborValue } from '../cbor/decode.ts'
import { reject } from '../errors.ts'
import type { EllipticCurve } from './algorithms.ts'

/**
 * An EC2 key on the curve (RFC 9053 §7.1.1): both coordinates, uncompressed, with full length.
 * @throws WebAuthnError public_key
 */
export function readEc2(cose: CborMap, curve: EllipticCurve): webcrypto.JsonWebKey {
  if (cose.get(-1) !== curve.cose) reject('public_key', `the key is not on curve ${curve.jwk}`)
  return {
    kty: 'EC',
    crv: curve.jwk,
    x: coordinate(cose.get(-2), curve),
    y: coordinate(cose.get(-3), curve),
  }
}

function coordinate(value: CborValue, { size }: EllipticCurve): string {
  if (!Buffer.isBuffer(value) || value.length !== size) reject('public_key', `a coordinate is not ${size} bytes`)
  return value.toString('base64url')
}
