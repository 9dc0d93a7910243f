import { reject } from '../../errors.ts'
import { hash } from '../../hash.ts'
import { requireEnd, sized, type TpmBytes, take, uint16, uint32 } from './structures.ts'

/** The public area of a TPM key (TPMT_PUBLIC, TPM 2.0 Part 2 §12.2.4), as JWK fields, and its name. */
export type PublicArea = { jwk: { kty: 'RSA'; n: string; e: string } | EcJwk; name: Buffer }

type EcJwk = { kty: 'EC'; crv: string; x: string; y: string }

const algorithmRsa = 0x0001
const algorithmEcc = 0x0023
const algorithmNull = 0x0010
const nameHashes = new Map([
  [0x000b, 'sha256'],
  [0x000c, 'sha384'],
  [0x000d, 'sha512'],
])
const curves = new Map([
  [0x0003, { crv: 'P-256', size: 32 }],
  [0x0004, { crv: 'P-384', size: 48 }],
  [0x0005, { crv: 'P-521', size: 66 }],
])

/**
 * Parses a public area.
 * @throws WebAuthnError attestation
 */
export function readPublicArea(bytes: Buffer, strict: boolean): PublicArea {
  const from = { bytes, at: 0 }
  const type = uint16(from)
  const nameAlgorithm = uint16(from)
  uint32(from) // objectAttributes
  sized(from) // authPolicy
  const jwk = readKey(from, type)
  requireEnd(from, strict)
  return { jwk, name: computeTpmName(bytes, nameAlgorithm) }
}

function readKey(from: TpmBytes, type: number): PublicArea['jwk'] {
  if (type === algorithmRsa) return readRsa(from)
  if (type === algorithmEcc) return readEcc(from)
  reject('attestation', 'the TPM key is neither RSA nor ECC')
}

function readRsa(from: TpmBytes): PublicArea['jwk'] {
  skipSymmetricAndScheme(from)
  uint16(from) // keyBits
  const exponent = uint32(from) || 0x10001
  const n = sized(from)
  const e = Buffer.from(exponent.toString(16).padStart(8, '0'), 'hex')
  return { kty: 'RSA', n: n.toString('base64url'), e: e.toString('base64url') }
}

function readEcc(from: TpmBytes): PublicArea['jwk'] {
  skipSymmetricAndScheme(from)
  const curve = curves.get(uint16(from))
  if (!curve) reject('attestation', 'the TPM key is on an unsupported curve')
  if (uint16(from) !== algorithmNull) uint16(from) // kdf and its hash
  const x = sized(from)
  const y = sized(from)
  return { kty: 'EC', crv: curve.crv, x: padded(x, curve.size), y: padded(y, curve.size) }
}

function skipSymmetricAndScheme(from: TpmBytes): void {
  if (uint16(from) !== algorithmNull) take(from, 4) // symmetric: key bits, mode
  if (uint16(from) !== algorithmNull) uint16(from) // scheme: hash
}

// TPMs can drop leading zeros of coordinates, JWK requires them.
function padded(coordinate: Buffer, size: number): string {
  const zeros = Buffer.alloc(Math.max(0, size - coordinate.length))
  return Buffer.concat([zeros, coordinate]).toString('base64url')
}

function computeTpmName(publicArea: Buffer, algorithm: number): Buffer {
  const digest = nameHashes.get(algorithm)
  if (!digest) reject('attestation', 'the TPM key is named with an unsupported hash')
  return Buffer.concat([Buffer.of(algorithm >> 8, algorithm & 0xff), hash(digest, publicArea)])
}
