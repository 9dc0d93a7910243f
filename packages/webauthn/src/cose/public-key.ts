import { createPublicKey } from 'node:crypto'
import { type CborMap, decodeOnly } from '../cbor/decode.ts'
import { encodeMap } from '../cbor/encode.ts'
import { reject } from '../errors.ts'
import { registrationPolicy } from '../policy.ts'
import type { Jwk } from './akp.ts'
import { algorithms, type MlDsaParameters } from './algorithms.ts'
import { label, readCredentialKey } from './key.ts'

/** A credential public key as servers store it: in one of three forms, or in several that must agree. */
export type StoredPublicKey = {
  /** COSE_Key bytes, which name their algorithm. */
  cose?: Uint8Array | undefined
  /** SubjectPublicKeyInfo, DER. */
  spki?: Uint8Array | undefined
  jwk?: Jwk | undefined
  /** COSE number; by default that of `cose`, otherwise the usual one for the key type and curve. */
  algorithm?: number | undefined
}

/** A public key that passed all checks; `cose` are the given bytes, if there were any. */
export type PublicKey = { algorithm: number; cose: Uint8Array; spki: Uint8Array }

const policy = registrationPolicy({ strictCose: false })
const supported = [...algorithms.keys()]

/**
 * Reads a stored public key with the checks of a registration: a supported algorithm, the key type and curve that belong
 * to it, and a sound point or modulus.
 * @throws WebAuthnError algorithm, public_key
 */
export function readPublicKey({ cose, spki, jwk, algorithm: given }: StoredPublicKey): PublicKey {
  const decoded = cose && decodeKey(cose)
  const number = given ?? (decoded?.get(label.alg) as number | undefined)
  const maps = [
    ...(decoded ? [decoded] : []),
    ...(spki ? [toMap(toJwk(spki), number)] : []),
    ...(jwk ? [toMap(jwk, number)] : []),
  ]
  const [first, ...others] = maps.map((map) => readCredentialKey(map, supported, policy))
  if (!first) reject('public_key', 'there is no public key')
  if (others.some((other) => !other.spki.equals(first.spki))) reject('public_key', 'the forms of the key differ')
  if (number !== undefined && number !== first.number)
    reject('algorithm', `the key names algorithm ${first.number}, not ${number}`)
  return { algorithm: first.number, cose: cose ?? encodeMap([...maps[0]!] as Labels), spki: first.spki }
}

type Labels = [number, number | Buffer][]

function decodeKey(bytes: Uint8Array): CborMap {
  const key = decodeOnly(Buffer.from(bytes), { form: 'any-order', reason: 'public_key' })
  if (!(key instanceof Map)) reject('public_key', 'the COSE key is not a map')
  return key
}

// OpenSSL rejects points off the curve here.
function toJwk(spki: Uint8Array): Jwk {
  try {
    return createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' }).export({ format: 'jwk' })
  } catch (error) {
    reject('public_key', 'the SPKI key is not a valid key', error)
  }
}

/** Usual algorithms by JWK curve (RFC 9053 §2, RFC 8812 §2), and those that are part of the key (RFC 9964). */
const usualAlgorithms: Readonly<Record<string, number>> = {
  'P-256': -7,
  'P-384': -35,
  'P-521': -36,
  Ed25519: -8,
  Ed448: -53,
  RSA: -257,
  'ML-DSA-44': -48,
  'ML-DSA-65': -49,
  'ML-DSA-87': -50,
}

/** The labels of a COSE_Key in canonical order. */
function toMap(jwk: Jwk, given: number | undefined): CborMap {
  if (jwk.d !== undefined || jwk.priv !== undefined) reject('public_key', 'the JWK is a private key')
  const curve = nameCurve(jwk)
  const number = given ?? (Object.hasOwn(usualAlgorithms, curve) ? usualAlgorithms[curve] : undefined)
  const algorithm = number === undefined ? undefined : algorithms.get(number)
  if (number === undefined || !algorithm) reject('algorithm', `keys of type ${curve} are not supported`)
  if (algorithm.kty !== jwk.kty) reject('public_key', `the key type does not match algorithm ${number}`)
  if (algorithm.kty === 'RSA') return toLabels([3, number], [jwk.n, jwk.e])
  if (algorithm.kty === 'AKP') return toLabels([7, number], [readPub(jwk, algorithm.parameters)])
  const { cose, jwk: name } = algorithm.curve
  if (jwk.crv !== name) reject('public_key', `the key is not on curve ${name}`)
  if (algorithm.kty === 'EC') return toLabels([2, number, cose], [jwk.x, jwk.y])
  return toLabels([1, number, cose], [jwk.x])
}

function nameCurve({ kty, crv, alg }: Jwk): string {
  if (kty === 'RSA') return 'RSA'
  return String(kty === 'AKP' ? alg : crv)
}

function readPub(jwk: Jwk, { jwk: name }: MlDsaParameters): string | undefined {
  if (jwk.alg !== name) reject('public_key', `the key is not one of ${name}`)
  return jwk.pub
}

/** `parts` are the binary fields, in base64url, that follow the key type, algorithm, and curve. */
function toLabels([kty, number, curve]: readonly number[], parts: readonly (string | undefined)[]): CborMap {
  const first = curve === undefined ? -1 : -2
  const map: CborMap = new Map([
    [1, kty],
    [3, number],
  ])
  if (curve !== undefined) map.set(-1, curve)
  for (const [at, part] of parts.entries()) map.set(first - at, toBytes(part))
  return map
}

function toBytes(part: string | undefined): Buffer {
  if (typeof part !== 'string' || !/^[\w-]+$/.test(part)) reject('public_key', 'a field of the JWK is not base64url')
  return Buffer.from(part, 'base64url')
}
