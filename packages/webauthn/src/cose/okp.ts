import type { webcrypto } from 'node:crypto'
import type { CborMap } from '../cbor/decode.ts'
import { reject } from '../errors.ts'
import type { FullPolicy, RegistrationPolicy } from '../policy.ts'
import type { EdwardsCurve } from './algorithms.ts'
import { isEdwardsPointSound } from './edwards-point.ts'

/**
 * An OKP key of the curve (RFC 9053 §7.2). OpenSSL accepts any bytes of the right length as an Edwards point, so
 * `strictKeys` validates the point here.
 * @throws WebAuthnError public_key
 */
export function readOkp(
  cose: CborMap,
  curve: EdwardsCurve,
  policy: FullPolicy<RegistrationPolicy>,
): webcrypto.JsonWebKey {
  if (cose.get(-1) !== curve.cose) reject('public_key', `the key is not on curve ${curve.jwk}`)
  const x = cose.get(-2)
  if (!Buffer.isBuffer(x) || x.length !== curve.size) reject('public_key', `x is not ${curve.size} bytes`)
  if (policy.strictKeys && !isEdwardsPointSound(x)) {
    reject('public_key', 'the point is of small order, not canonical or not on the curve')
  }
  return { kty: 'OKP', crv: curve.jwk, x: x.toString('base64url') }
}
