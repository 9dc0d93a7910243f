import type { webcrypto } from 'node:crypto'
import type { CborMap, CborValue } from '../cbor/decode.ts'
import { reject } from '../errors.ts'
import type { FullPolicy, RegistrationPolicy } from '../policy.ts'

const fewestBits = 2048
const mostBits = 8192
const longestExponent = 8

/**
 * An RSA key (RFC 8230 §4). Under `strictKeys`: an odd modulus of 2048 to 8192 bits, because larger ones are expensive
 * to verify and smaller ones are insecure; an odd exponent from 3 to 64 bits, because with exponent 1 anything is a
 * signature; no leading zeros.
 * @throws WebAuthnError public_key
 */
export function readRsa(cose: CborMap, policy: FullPolicy<RegistrationPolicy>): webcrypto.JsonWebKey {
  const n = integer(cose.get(-1))
  const e = integer(cose.get(-2))
  if (policy.strictKeys) {
    requireModulus(n)
    requireExponent(e)
  }
  return { kty: 'RSA', n: n.toString('base64url'), e: e.toString('base64url') }
}

function integer(value: CborValue): Buffer {
  if (!Buffer.isBuffer(value) || value.length === 0) reject('public_key', 'modulus or exponent is missing')
  return value
}

function requireModulus(n: Buffer): void {
  const bits = bitLength(n)
  if (bits < fewestBits || bits > mostBits) reject('public_key', `an RSA modulus of ${bits} bits is not accepted`)
  if (n[0] === 0 || !isOdd(n)) reject('public_key', 'the RSA modulus is even or not in shortest form')
}

function requireExponent(e: Buffer): void {
  const isOne = e.length === 1 && e[0] === 1
  if (e[0] === 0 || !isOdd(e) || isOne || e.length > longestExponent) {
    reject('public_key', 'the RSA exponent is even, one, too long or not in shortest form')
  }
}

const isOdd = (bytes: Buffer) => (bytes[bytes.length - 1]! & 1) === 1

function bitLength(bytes: Buffer): number {
  const zeros = bytes.findIndex((byte) => byte !== 0)
  return zeros === -1 ? 0 : (bytes.length - zeros) * 8 - Math.clz32(bytes[zeros]!) + 24
}
