/** Parameters of a COSE algorithm: the key type and curve that Level 3 binds to it, and its hash. */
export type Algorithm =
  | { kty: 'EC'; curve: EllipticCurve; hash: string }
  | { kty: 'OKP'; curve: EdwardsCurve; hash: null }
  | { kty: 'AKP'; parameters: MlDsaParameters; hash: null }
  | { kty: 'RSA'; hash: string }

/**
 * A curve with its COSE number, its JWK and Node names, its coordinate length in bytes, and the DER prefix of its
 * points.
 */
export type EllipticCurve = { cose: number; jwk: string; node: string; size: number; spkiPrefix: Buffer }
export type EdwardsCurve = { cose: number; jwk: string; node: string; size: number; spkiPrefix: Buffer }

/**
 * A parameter set of ML-DSA (FIPS 204 §4) with its JWK and Node names, the length of its public keys in bytes, and the DER
 * prefix of those keys (RFC 9881 §4).
 */
export type MlDsaParameters = { jwk: string; node: string; size: number; spkiPrefix: Buffer }

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')

/** The curves of ECDSA. */
export const p256: EllipticCurve = {
  cose: 1,
  jwk: 'P-256',
  node: 'prime256v1',
  size: 32,
  spkiPrefix: hex('3059 3013 06072a8648ce3d0201 06082a8648ce3d030107 034200 04'),
}
const p384: EllipticCurve = {
  cose: 2,
  jwk: 'P-384',
  node: 'secp384r1',
  size: 48,
  spkiPrefix: hex('3076 3010 06072a8648ce3d0201 06052b81040022 036200 04'),
}
const p521: EllipticCurve = {
  cose: 3,
  jwk: 'P-521',
  node: 'secp521r1',
  size: 66,
  spkiPrefix: hex('30819b 3010 06072a8648ce3d0201 06052b81040023 03818600 04'),
}

/** The curves of EdDSA. */
export const ed25519: EdwardsCurve = {
  cose: 6,
  jwk: 'Ed25519',
  node: 'ed25519',
  size: 32,
  spkiPrefix: hex('302a 3005 06032b6570 032100'),
}
const ed448: EdwardsCurve = {
  cose: 7,
  jwk: 'Ed448',
  node: 'ed448',
  size: 57,
  spkiPrefix: hex('3043 3005 06032b6571 033a00'),
}

/** The parameter sets of ML-DSA. */
const mlDsa44: MlDsaParameters = {
  jwk: 'ML-DSA-44',
  node: 'ml-dsa-44',
  size: 1312,
  spkiPrefix: hex('30820532 300b 0609608648016503040311 03820521 00'),
}
const mlDsa65: MlDsaParameters = {
  jwk: 'ML-DSA-65',
  node: 'ml-dsa-65',
  size: 1952,
  spkiPrefix: hex('308207b2 300b 0609608648016503040312 038207a1 00'),
}
const mlDsa87: MlDsaParameters = {
  jwk: 'ML-DSA-87',
  node: 'ml-dsa-87',
  size: 2592,
  spkiPrefix: hex('30820a32 300b 0609608648016503040313 03820a21 00'),
}

const es256: Algorithm = { kty: 'EC', curve: p256, hash: 'sha256' }
const es384: Algorithm = { kty: 'EC', curve: p384, hash: 'sha384' }
const es512: Algorithm = { kty: 'EC', curve: p521, hash: 'sha512' }
const eddsa: Algorithm = { kty: 'OKP', curve: ed25519, hash: null }

/**
 * Algorithms of credential keys by COSE number (#sctn-alg-identifier, and RFC 9964 for ML-DSA); the fully specified numbers
 * are synonyms.
 */
export const algorithms: ReadonlyMap<number, Algorithm> = new Map<number, Algorithm>([
  [-7, es256],
  [-8, eddsa],
  [-9, es256],
  [-19, eddsa],
  [-35, es384],
  [-36, es512],
  [-48, { kty: 'AKP', parameters: mlDsa44, hash: null }],
  [-49, { kty: 'AKP', parameters: mlDsa65, hash: null }],
  [-50, { kty: 'AKP', parameters: mlDsa87, hash: null }],
  [-51, es384],
  [-52, es512],
  [-53, { kty: 'OKP', curve: ed448, hash: null }],
  [-257, { kty: 'RSA', hash: 'sha256' }],
  [-258, { kty: 'RSA', hash: 'sha384' }],
  [-259, { kty: 'RSA', hash: 'sha512' }],
])

/** RSASSA-PKCS1-v1_5 with SHA-1: never for credentials, by policy for statements of older TPMs. */
export const rs1 = { number: -65535, algorithm: { kty: 'RSA', hash: 'sha1' } satisfies Algorithm } as const
