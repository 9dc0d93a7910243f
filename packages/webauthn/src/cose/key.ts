import { createPublicKey, type KeyObject } from 'node:crypto'
import type { CborMap } from '../cbor/decode.ts'
import { reject } from '../errors.ts'
import type { FullPolicy, RegistrationPolicy } from '../policy.ts'
import { type Jwk, readAkp } from './akp.ts'
import { type Algorithm, algorithms } from './algorithms.ts'
import { readEc2 } from './ec2.ts'
import { readOkp } from './okp.ts'
import { readRsa } from './rsa.ts'

/** A credential public key that passed all checks. */
export type CredentialKey = { number: number; algorithm: Algorithm; key: KeyObject; spki: Buffer }

/** Labels of RFC 9052 §7.1, RFC 9053 §7, and RFC 9964. */
export const label = { kty: 1, alg: 3 } as const

const ktyNumber = { OKP: 1, EC: 2, RSA: 3, AKP: 7 } as const
const labelsByKeyType = {
  OKP: [1, 3, -1, -2],
  EC: [1, 3, -1, -2, -3],
  RSA: [1, 3, -1, -2],
  AKP: [1, 3, -1],
} as const

/**
 * Converts a COSE key to a public key: an offered algorithm, its key type and curve, required fields only, and a valid
 * point or modulus (#sctn-encoded-credPubKey-examples, #sctn-alg-identifier).
 * @throws WebAuthnError algorithm, public_key
 */
export function readCredentialKey(
  cose: CborMap,
  offered: readonly number[],
  policy: FullPolicy<RegistrationPolicy>,
): CredentialKey {
  const number = cose.get(label.alg)
  if (typeof number !== 'number') reject('public_key', 'the credential public key names no algorithm')
  const algorithm = algorithms.get(number)
  if (!algorithm || !offered.includes(number)) reject('algorithm', `algorithm ${number} was not offered`)
  if (cose.get(label.kty) !== ktyNumber[algorithm.kty]) {
    reject('public_key', `the key type does not match algorithm ${number}`)
  }
  if (policy.strictCose && cose.size !== labelsByKeyType[algorithm.kty].length) {
    reject('public_key', 'the credential public key has other fields than the required ones')
  }
  const key = importKey(readMembers(cose, algorithm, policy))
  return { number, algorithm, key, spki: key.export({ format: 'der', type: 'spki' }) }
}

function readMembers(cose: CborMap, algorithm: Algorithm, policy: FullPolicy<RegistrationPolicy>): Jwk {
  switch (algorithm.kty) {
    case 'EC':
      return readEc2(cose, algorithm.curve)
    case 'OKP':
      return readOkp(cose, algorithm.curve, policy)
    case 'AKP':
      return readAkp(cose, algorithm.parameters)
    case 'RSA':
      return readRsa(cose, policy)
  }
}

// OpenSSL rejects points off the curve here.
function importKey(key: Jwk): KeyObject {
  try {
    return createPublicKey({ key, format: 'jwk' })
  } catch (error) {
    reject('public_key', 'the credential public key is not a valid key', error)
  }
}
