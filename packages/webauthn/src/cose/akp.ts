import type { webcrypto } from 'node:crypto'
import type { CborMap } from '../cbor/decode.ts'
import { reject } from '../errors.ts'
import type { MlDsaParameters } from './algorithms.ts'

/** A JWK that can be of the key type AKP (RFC 9964): `alg` is its parameter set, `pub` the public key in base64url. */
export type Jwk = webcrypto.JsonWebKey & { pub?: string; priv?: string }

/**
 * An AKP key of ML-DSA (RFC 9964): the public key as FIPS 204 encodes it. All keys of the right length are sound: every
 * coefficient that fits into its bits is in the range of FIPS 204 §7.2.
 * @throws WebAuthnError public_key
 */
export function readAkp(cose: CborMap, { jwk, size }: MlDsaParameters): Jwk {
  const pub = cose.get(-1)
  if (!Buffer.isBuffer(pub) || pub.length !== size) reject('public_key', `the key of ${jwk} is not ${size} bytes`)
  return { kty: 'AKP', alg: jwk, pub: pub.toString('base64url') }
}
