import assert from 'node:assert/strict'
import { createPublicKey } from 'node:crypto'
import { attempt, type FuzzTarget } from '@thumbturn/testkit/fuzzing/target.ts'
import { type CborMap, decodeOnly } from '../../src/cbor/decode.ts'
import { algorithms } from '../../src/cose/algorithms.ts'
import { readCredentialKey } from '../../src/cose/key.ts'
import { WebAuthnError } from '../../src/index.ts'
import { registrationPolicy } from '../../src/policy.ts'
import { encode } from '../cbor-encode.ts'
import { keyFor } from '../keys.ts'
import { isEncodable, mutateBytes } from '../mutator.ts'
import { mutateCbor } from '../structure-mutator.ts'

const offered = [...algorithms.keys()]
const strict = registrationPolicy()
const lenient = registrationPolicy({ strictKeys: false, strictCose: false })

const decode = (input: Buffer): CborMap | undefined => {
  const value = attempt(WebAuthnError, () => decodeOnly(input, { form: 'lenient', reason: 'public_key' }))
  return value instanceof Map ? value : undefined
}

/** The values that make up a key, by the labels of COSE and the names of JWK. */
const parts = { EC: { x: -2, y: -3 }, OKP: { x: -2 }, RSA: { n: -1, e: -2 }, AKP: { pub: -1 } } as const

/** OpenSSL has the same key that was sent, and no other. */
function requireSameKey(cose: CborMap, spki: Buffer) {
  const jwk = createPublicKey({ key: spki, format: 'der', type: 'spki' }).export({ format: 'jwk' })
  const labels = Object.entries(parts[jwk.kty as keyof typeof parts])
  for (const [name, label] of labels)
    assert.equal((jwk as Record<string, unknown>)[name], (cose.get(label) as Buffer).toString('base64url'))
}

export const target: FuzzTarget = {
  promise:
    'a COSE key is read or rejected by a WebAuthnError, a key that was read has the values that were sent, and what strict rules accept, lenient ones read alike',
  sources: ['packages/webauthn/src/cose/{akp,algorithms,ec2,edwards-point,key,okp,rsa}.ts'],
  seeds: [-7, -8, -35, -36, -53, -257, -48].map((number) => encode(keyFor(number).cose)),
  mutate(input, random) {
    const map = decode(input)
    return map && map.size > 0 && isEncodable(map) ? mutateCbor(map, random) : mutateBytes(input, random)
  },
  run(input) {
    const map = decode(input)
    if (!map) return false
    const accepted = attempt(WebAuthnError, () => readCredentialKey(map, offered, strict))
    const same = attempt(WebAuthnError, () => readCredentialKey(map, offered, lenient))
    if (!accepted) return false
    assert.deepEqual(same?.spki, accepted.spki)
    requireSameKey(map, accepted.spki)
    return true
  },
  planted: {
    without: 'the check of zeros before the modulus of an RSA key',
    file: 'packages/webauthn/src/cose/rsa.ts',
    check: 'n[0] === 0 || ',
  },
}
