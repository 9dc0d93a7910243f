import assert from 'node:assert/strict'
import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import { encodeCbor, generateKey } from '@thumbturn/testkit'
import { type Reason, readPublicKey, type StoredPublicKey, WebAuthnError } from '../src/index.ts'

const rejects = (reason: Reason, given: StoredPublicKey) =>
  assert.throws(
    () => readPublicKey(given),
    (error) => error instanceof WebAuthnError && error.reason === reason,
  )

for (const algorithm of [-7, -8, -35, -36, -48, -49, -50, -257] as const) {
  test(`COSE, SPKI, and JWK of one key under ${algorithm} are read as the same`, () => {
    const { cose, spki } = generateKey(algorithm)
    const jwk = createPublicKey({ key: spki, format: 'der', type: 'spki' }).export({ format: 'jwk' })
    for (const given of [{ cose }, { spki }, { jwk }, { cose, spki, jwk, algorithm }])
      assert.deepEqual(readPublicKey(given), { algorithm, cose, spki })
  })
}

test('forms that differ, a private key, and no key are rejected', () => {
  const { cose, privateKey } = generateKey(-7)
  rejects('public_key', { cose, spki: generateKey(-7).spki })
  rejects('public_key', { jwk: privateKey.export({ format: 'jwk' }) })
  rejects('public_key', {})
  rejects('public_key', { spki: Buffer.from('not a key') })
  rejects('public_key', { cose: Buffer.from('not a key') })
})

test('a COSE key that is no map, and a JWK whose fields are missing or not base64url, are rejected', () => {
  rejects('public_key', { cose: encodeCbor([1, 2]) })
  const y = Buffer.alloc(32).toString('base64url')
  for (const x of [undefined, '', 'a+b', 7 as never]) rejects('public_key', { jwk: { kty: 'EC', crv: 'P-256', x, y } })
})

test('a JWK with a sound point is rejected if its key type or curve is another than that of its algorithm', () => {
  const { spki } = generateKey(-7)
  const jwk = createPublicKey({ key: spki, format: 'der', type: 'spki' }).export({ format: 'jwk' })
  for (const other of [{ kty: 'OKP' }, { kty: undefined }, { crv: 'P-384' }, { crv: 'secp256k1' }, { crv: undefined }])
    rejects('public_key', { jwk: { ...jwk, ...other }, algorithm: -7 })
})

test('an ML-DSA key of another parameter set, without a key, or with its private key is rejected', () => {
  const { cose, spki, privateKey } = generateKey(-48)
  const jwk = createPublicKey({ key: spki, format: 'der', type: 'spki' }).export({ format: 'jwk' })
  rejects('public_key', { spki, algorithm: -49 })
  rejects('algorithm', { cose, algorithm: -49 })
  for (const algorithm of [undefined, -48])
    rejects('public_key', { jwk: { ...jwk, alg: 'ML-DSA-65' }, ...(algorithm && { algorithm }) })
  rejects('algorithm', { jwk: { ...jwk, alg: undefined } })
  rejects('public_key', { jwk: { ...jwk, pub: undefined } })
  rejects('public_key', { jwk: privateKey.export({ format: 'jwk' }) })
  rejects('public_key', { jwk: { ...jwk, kty: 'OKP' }, algorithm: -48 })
})

test('an algorithm that is not supported or not the key’s is rejected', () => {
  const { cose, spki } = generateKey(-7)
  rejects('algorithm', { cose, algorithm: -35 })
  rejects('public_key', { spki, algorithm: -35 })
  rejects('public_key', { spki, algorithm: -257 })
  rejects('algorithm', { spki, algorithm: -47 })
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'secp256k1' })
  rejects('algorithm', { spki: publicKey.export({ format: 'der', type: 'spki' }) })
})

test('a point off the curve is rejected in every form', () => {
  const [x, y] = [Buffer.alloc(32, 7), Buffer.alloc(32, 9)]
  const labels = [
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, x],
    [-3, y],
  ] as const
  rejects('public_key', { cose: encodeCbor(new Map<number, number | Buffer>(labels)) })
  rejects('public_key', { jwk: { kty: 'EC', crv: 'P-256', x: x.toString('base64url'), y: y.toString('base64url') } })
  const { spki } = generateKey(-7)
  rejects('public_key', { spki: Buffer.concat([spki.subarray(0, -64), x, y]) })
  rejects('public_key', { jwk: { kty: 'OKP', crv: 'Ed25519', x: Buffer.alloc(32).toString('base64url') } })
})

test('an RSA key below 2048 bits is rejected', () => {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
  rejects('public_key', { spki: publicKey.export({ format: 'der', type: 'spki' }) })
})
