import { generateKeyPairSync, type KeyObject, sign, type webcrypto } from 'node:crypto'
import { type CborValue, encodeCbor } from './cbor.ts'

/** The supported COSE algorithms: ES256, EdDSA (Ed25519), ES384, ES512, ML-DSA-44, -65, and -87, RS256. */
export type Algorithm = -7 | -8 | -35 | -36 | -48 | -49 | -50 | -257

/** A key pair: the private key as a KeyObject, the public key in both encodings. */
export interface CredentialKey {
  algorithm: Algorithm
  privateKey: KeyObject
  /** COSE_Key (RFC 9053, RFC 9964), CBOR. */
  cose: Buffer
  /** SubjectPublicKeyInfo, DER. */
  spki: Buffer
}

interface Scheme {
  /** The digest passed to node:crypto; null where the scheme includes the hash. */
  digest: string | null
  generate: () => { publicKey: KeyObject; privateKey: KeyObject }
  cose: (jwk: Jwk) => [number, CborValue][]
}

// `pub` is that of ML-DSA, which the types of Node don't have.
type Jwk = webcrypto.JsonWebKey & { pub?: string }

const decodeBytes = (text?: string) => Buffer.from(text!, 'base64url')

const createEcdsaScheme = (digest: string, namedCurve: string, coseCurve: number): Scheme => ({
  digest,
  generate: () => generateKeyPairSync('ec', { namedCurve }),
  cose: ({ x, y }) => [
    [1, 2],
    [-1, coseCurve],
    [-2, decodeBytes(x)],
    [-3, decodeBytes(y)],
  ],
})

const createMlDsaScheme = (type: 'ml-dsa-44' | 'ml-dsa-65' | 'ml-dsa-87'): Scheme => ({
  digest: null,
  generate: () => generateKeyPairSync(type),
  cose: ({ pub }) => [
    [1, 7],
    [-1, decodeBytes(pub)],
  ],
})

const schemes: Record<Algorithm, Scheme> = {
  [-7]: createEcdsaScheme('sha256', 'P-256', 1),
  [-35]: createEcdsaScheme('sha384', 'P-384', 2),
  [-36]: createEcdsaScheme('sha512', 'P-521', 3),
  [-8]: {
    digest: null,
    generate: () => generateKeyPairSync('ed25519'),
    cose: ({ x }) => [
      [1, 1],
      [-1, 6],
      [-2, decodeBytes(x)],
    ],
  },
  [-48]: createMlDsaScheme('ml-dsa-44'),
  [-49]: createMlDsaScheme('ml-dsa-65'),
  [-50]: createMlDsaScheme('ml-dsa-87'),
  [-257]: {
    digest: 'sha256',
    generate: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
    cose: ({ n, e }) => [
      [1, 3],
      [-1, decodeBytes(n)],
      [-2, decodeBytes(e)],
    ],
  },
}

/** The first of the offered COSE algorithms that is supported. */
export const findSupported = (offered: readonly number[]): Algorithm | undefined =>
  offered.find((algorithm): algorithm is Algorithm => algorithm in schemes)

/** Generates a key pair. */
export function generateKey(algorithm: Algorithm): CredentialKey {
  const { publicKey, privateKey } = schemes[algorithm].generate()
  const [type, ...rest] = schemes[algorithm].cose(publicKey.export({ format: 'jwk' }))
  const cose = encodeCbor(new Map<number, CborValue>([type!, [3, algorithm], ...rest]))
  return { algorithm, privateKey, cose, spki: publicKey.export({ format: 'der', type: 'spki' }) }
}

/** Signs as WebAuthn section 6.5.5 requires: ECDSA in DER, other algorithms as raw bytes. */
export const signWith = ({ algorithm, privateKey }: CredentialKey, message: Buffer): Buffer =>
  sign(schemes[algorithm].digest, message, privateKey)
