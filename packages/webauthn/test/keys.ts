import { createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { Jwk } from '../src/cose/akp.ts'
import { encode } from './cbor-encode.ts'

/** A key pair of an authenticator: the COSE form, and a signature over anything. */
export type TestKey = {
  number: number
  publicKey: KeyObject
  privateKey: KeyObject
  cose: Map<number, number | Buffer>
  sign(data: Buffer): Buffer
}

const curveByAlgorithm: Record<number, [cose: number, node: string]> = {
  [-7]: [1, 'P-256'],
  [-9]: [1, 'P-256'],
  [-35]: [2, 'P-384'],
  [-36]: [3, 'P-521'],
  [-51]: [2, 'P-384'],
  [-52]: [3, 'P-521'],
}
const hashByAlgorithm: Record<number, string | null> = {
  [-7]: 'sha256',
  [-9]: 'sha256',
  [-35]: 'sha384',
  [-36]: 'sha512',
  [-51]: 'sha384',
  [-52]: 'sha512',
  [-257]: 'sha256',
  [-258]: 'sha384',
  [-259]: 'sha512',
  [-65535]: 'sha1',
}

const mlDsaByAlgorithm: Record<number, 'ml-dsa-44' | 'ml-dsa-65' | 'ml-dsa-87'> = {
  [-48]: 'ml-dsa-44',
  [-49]: 'ml-dsa-65',
  [-50]: 'ml-dsa-87',
}

/** A fresh key pair for a COSE algorithm. */
export function newKey(number: number): TestKey {
  const { publicKey, privateKey } = generate(number)
  const cose = toCoseKey(publicKey, number)
  return {
    number,
    publicKey,
    privateKey,
    cose,
    sign: (data) => sign(hashByAlgorithm[number] ?? null, data, privateKey),
  }
}

const made = new Map<number, TestKey>()

/** The one key pair of this run for a COSE algorithm. */
export function keyFor(number: number): TestKey {
  const key = made.get(number) ?? newKey(number)
  made.set(number, key)
  return key
}

function generate(number: number) {
  const curve = curveByAlgorithm[number]
  if (curve) return generateKeyPairSync('ec', { namedCurve: curve[1] })
  const mlDsa = mlDsaByAlgorithm[number]
  if (mlDsa) return generateKeyPairSync(mlDsa)
  if (number === -8 || number === -19) return generateKeyPairSync('ed25519')
  if (number === -53) return generateKeyPairSync('ed448')
  // An AIK, which is never the credential key.
  if (number === -65535) return generateKeyPairSync('rsa', { modulusLength: 2048 })
  rsaPair ??= generateKeyPairSync('rsa', { modulusLength: 2048 })
  return rsaPair
}

// Slow to make, so all RSA algorithms share it.
let rsaPair: { publicKey: KeyObject; privateKey: KeyObject } | undefined

const coseKeyTypes = { OKP: 1, EC: 2, RSA: 3, AKP: 7 } as const

/** The COSE form of a public key. */
export function toCoseKey(publicKey: KeyObject, number: number): Map<number, number | Buffer> {
  const jwk: Jwk = publicKey.export({ format: 'jwk' })
  const bytes = (text?: string) => Buffer.from(text!, 'base64url')
  const curve = curveByAlgorithm[number]
  const start: [number, number | Buffer][] = [
    [1, coseKeyTypes[jwk.kty as keyof typeof coseKeyTypes]],
    [3, number],
  ]
  if (curve) return new Map([...start, [-1, curve[0]], [-2, bytes(jwk.x)], [-3, bytes(jwk.y)]])
  if (jwk.kty === 'OKP') return new Map([...start, [-1, number === -53 ? 7 : 6], [-2, bytes(jwk.x)]])
  if (jwk.kty === 'AKP') return new Map([...start, [-1, bytes(jwk.pub)]])
  return new Map([...start, [-1, bytes(jwk.n)], [-2, bytes(jwk.e)]])
}

/** The encoded COSE form of a stored key. */
export const coseOfSpki = (spki: Uint8Array, number: number) =>
  encode(toCoseKey(createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' }), number))
