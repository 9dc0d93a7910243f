import type { Encodable } from './cbor-encode.ts'
import type { RegistrationChanges } from './ceremonies.ts'
import { keyFor, type TestKey } from './keys.ts'
import { type Row, testRegistrations } from './verdicts.ts'

const offered = { algorithms: [-7, -8, -35, -36, -48, -49, -50, -53, -257] }

/** The COSE key with fields replaced; undefined removes one. */
function cose(key: TestKey, changes: Record<number, Encodable | undefined>): Map<number, Encodable> {
  const fields = new Map<number, Encodable>(key.cose)
  for (const [label, value] of Object.entries(changes)) {
    if (value === undefined) fields.delete(Number(label))
    else fields.set(Number(label), value)
  }
  const order = (label: number) => (label < 0 ? 1000 - label : label)
  return new Map([...fields].sort(([a], [b]) => order(a) - order(b)))
}

const p256 = keyFor(-7)
const ed25519 = keyFor(-8)
const ed448 = keyFor(-53)
const rsa = keyFor(-257)
const bytes = (length: number, fill = 0) => Buffer.alloc(length, fill)
const lax = { strictKeys: false }

const row = (
  what: string,
  [key, changes]: [TestKey, Record<number, Encodable | undefined>],
  rest: [Row<RegistrationChanges>[2], RegExp?, RegistrationChanges['policy']?],
): Row<RegistrationChanges> => [
  what,
  { cose: cose(key, changes), expected: offered, policy: rest[2] },
  rest[0],
  rest[1],
]

testRegistrations([
  row('no alg', [p256, { 3: undefined }], ['public_key', /names no algorithm/]),
  row('alg as text', [p256, { 3: 'ES256' }], ['public_key', /names no algorithm/]),
  row('RS1', [rsa, { 3: -65535 }], ['algorithm', /-65535 was not offered/]),
  row('ES256K', [p256, { 3: -47 }], ['algorithm', /-47 was not offered/]),
  [
    'an offered algorithm without an implementation',
    { cose: cose(p256, { 3: -47 }), expected: { algorithms: [-47] } },
    'algorithm',
  ],
  ['an algorithm that was not offered', { expected: { algorithms: [-257] } }, 'algorithm', /-7 was not offered/],
  row('no kty', [p256, { 1: undefined }], ['public_key', /key type/]),
  row('kty OKP under ES256', [p256, { 1: 1 }], ['public_key', /key type/]),
  row('an RSA key under ES256', [rsa, { 3: -7 }], ['public_key', /key type/]),
  row('an EC key under EdDSA', [p256, { 3: -8 }], ['public_key', /key type/]),
  row('a private member', [p256, { [-4]: bytes(32) }], ['public_key', /other fields/]),
  row('a private member, tolerated', [p256, { [-4]: bytes(32) }], ['accepted', undefined, { strictCose: false }]),
  row('a key id', [p256, { 2: bytes(1) }], ['public_key', /other fields/]),
])

testRegistrations([
  row('no curve', [p256, { [-1]: undefined }], ['public_key', /other fields/]),
  row('P-384 under ES256', [p256, { [-1]: 2 }], ['public_key', /curve P-256/]),
  row('P-256 under ES384', [p256, { 3: -35 }], ['public_key', /curve P-384/]),
  row('no x', [p256, { [-2]: undefined, [-4]: 1 }], ['public_key', /coordinate/]),
  row('x as text', [p256, { [-2]: 'x' }], ['public_key', /coordinate/]),
  row('x of 31 bytes', [p256, { [-2]: bytes(31) }], ['public_key', /32 bytes/]),
  row(
    'x of 33 bytes',
    [p256, { [-2]: Buffer.concat([bytes(1), p256.cose.get(-2) as Buffer]) }],
    ['public_key', /32 bytes/],
  ),
  row('a compressed point', [p256, { [-3]: true }], ['public_key', /coordinate/]),
  row('a point off the curve', [p256, { [-3]: bytes(32, 1) }], ['public_key', /not a valid key/]),
  row('the point zero', [p256, { [-2]: bytes(32), [-3]: bytes(32) }], ['public_key', /not a valid key/]),
  row(
    'coordinates beyond the field',
    [p256, { [-2]: bytes(32, 255), [-3]: bytes(32, 255) }],
    ['public_key', /not a valid key/],
  ),
])

const littleEndian = (value: bigint, length: number) =>
  Buffer.from(value.toString(16).padStart(length * 2, '0'), 'hex').reverse()
const p25519 = 2n ** 255n - 19n
const p448 = 2n ** 448n - 2n ** 224n - 1n
const orderEight = Buffer.from('26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05', 'hex')

testRegistrations([
  row('Ed448 under EdDSA', [ed25519, { [-1]: 7 }], ['public_key', /curve Ed25519/]),
  row('Ed25519 of 31 bytes', [ed25519, { [-2]: bytes(31, 1) }], ['public_key', /32 bytes/]),
  row('Ed25519 as text', [ed25519, { [-2]: 'x' }], ['public_key', /32 bytes/]),
  row('Ed25519 zero (order 4)', [ed25519, { [-2]: bytes(32) }], ['public_key', /small order/]),
  row('Ed25519 one (order 1)', [ed25519, { [-2]: littleEndian(1n, 32) }], ['public_key', /small order/]),
  row('Ed25519 one with a sign', [ed25519, { [-2]: littleEndian(1n + 2n ** 255n, 32) }], ['public_key', /small order/]),
  row('Ed25519 minus one (order 2)', [ed25519, { [-2]: littleEndian(p25519 - 1n, 32) }], ['public_key', /small order/]),
  row('Ed25519 of order 8', [ed25519, { [-2]: orderEight }], ['public_key', /small order/]),
  row('Ed25519 of order 8, tolerated', [ed25519, { [-2]: orderEight }], ['accepted', undefined, lax]),
  row('Ed25519 beyond the field', [ed25519, { [-2]: littleEndian(p25519 + 3n, 32) }], ['public_key', /canonical/]),
  row('Ed25519 off the curve', [ed25519, { [-2]: littleEndian(2n, 32) }], ['public_key', /curve/]),
  row('Ed448 one (order 1)', [ed448, { [-2]: littleEndian(1n, 57) }], ['public_key', /small order/]),
  row('Ed448 zero (order 4)', [ed448, { [-2]: bytes(57) }], ['public_key', /small order/]),
  row('Ed448 minus one (order 2)', [ed448, { [-2]: littleEndian(p448 - 1n, 57) }], ['public_key', /small order/]),
  row('Ed448 off the curve', [ed448, { [-2]: littleEndian(2n, 57) }], ['public_key', /curve/]),
  row('Ed448 of 56 bytes', [ed448, { [-2]: bytes(56, 1) }], ['public_key', /57 bytes/]),
  row('Ed448 beyond the field', [ed448, { [-2]: littleEndian(p448 + 3n, 57) }], ['public_key', /canonical/]),
])

const mlDsa = [-48, -49, -50].map(keyFor)
const mlDsa44 = mlDsa[0]!
const size = (key: TestKey) => (key.cose.get(-1) as Buffer).length

testRegistrations([
  ...mlDsa.flatMap((key) => [
    row(`a key of algorithm ${key.number}`, [key, {}], ['accepted']),
    row(
      `a key of algorithm ${key.number} of one byte less`,
      [key, { [-1]: bytes(size(key) - 1) }],
      ['public_key', /bytes/],
    ),
    row(
      `a key of algorithm ${key.number} of one byte more`,
      [key, { [-1]: bytes(size(key) + 1) }],
      ['public_key', /bytes/],
    ),
  ]),
  row('ML-DSA-44 under ML-DSA-65', [mlDsa44, { 3: -49 }], ['public_key', /the key of ML-DSA-65 is not 1952 bytes/]),
  row('an ML-DSA key of type OKP', [mlDsa44, { 1: 1 }], ['public_key', /key type/]),
  row('an ML-DSA key of type EC', [mlDsa44, { 1: 2 }], ['public_key', /key type/]),
  row('an EC key under ML-DSA-44', [p256, { 3: -48 }], ['public_key', /key type/]),
  row('an ML-DSA key as text', [mlDsa44, { [-1]: 'pub' }], ['public_key', /1312 bytes/]),
  row('no ML-DSA key', [mlDsa44, { [-1]: undefined, [-2]: bytes(32) }], ['public_key', /1312 bytes/]),
  row('an ML-DSA key with its seed', [mlDsa44, { [-2]: bytes(32) }], ['public_key', /other fields/]),
])

const modulus = rsa.cose.get(-1) as Buffer
const even = Buffer.from(modulus)
even[even.length - 1]! &= 0xfe
const odd = (length: number) => Buffer.concat([bytes(length - 1, 0xff), Buffer.of(1)])

testRegistrations([
  row('no modulus', [rsa, { [-1]: 'n' }], ['public_key', /missing/]),
  row('an empty exponent', [rsa, { [-2]: bytes(0) }], ['public_key', /missing/]),
  row('a modulus of zeros', [rsa, { [-1]: bytes(256) }], ['public_key', /modulus of 0 bits/]),
  row('a modulus of 1024 bits', [rsa, { [-1]: odd(128) }], ['public_key', /1024 bits/]),
  row('a modulus of 1024 bits, tolerated', [rsa, { [-1]: odd(128) }], ['accepted', undefined, lax]),
  row(
    'a modulus of 2047 bits',
    [rsa, { [-1]: Buffer.concat([Buffer.of(0x7f), odd(255)]) }],
    ['public_key', /2047 bits/],
  ),
  row('a modulus of 8192 bits', [rsa, { [-1]: odd(1024) }], ['accepted']),
  row('a modulus of 8200 bits', [rsa, { [-1]: odd(1025) }], ['public_key', /8200 bits/]),
  row('an even modulus', [rsa, { [-1]: even }], ['public_key', /even/]),
  row('a modulus with a leading zero', [rsa, { [-1]: Buffer.concat([bytes(1), modulus]) }], ['public_key', /shortest/]),
  row(
    'a modulus of 8192 bits with a leading zero',
    [rsa, { [-1]: Buffer.concat([bytes(1), odd(1024)]) }],
    ['public_key', /shortest/],
  ),
  row('exponent 1', [rsa, { [-2]: Buffer.of(1) }], ['public_key', /exponent/]),
  row('exponent 2', [rsa, { [-2]: Buffer.of(2) }], ['public_key', /exponent/]),
  row('exponent 3', [rsa, { [-2]: Buffer.of(3) }], ['accepted']),
  row('an exponent with a leading zero', [rsa, { [-2]: Buffer.of(0, 1, 0, 1) }], ['public_key', /exponent/]),
  row('an exponent of 64 bits', [rsa, { [-2]: odd(8) }], ['accepted']),
  row('an exponent of 72 bits', [rsa, { [-2]: odd(9) }], ['public_key', /exponent/]),
])
