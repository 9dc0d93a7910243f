import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifyRegistration } from '../src/index.ts'
import { type Encodable, encode } from './cbor-encode.ts'
import { registration } from './ceremonies.ts'
import { testRegistrations } from './verdicts.ts'

const withExtensions = 0x45 | 0x80
const outputs = (...entries: [string, Encodable][]) => encode(new Map(entries))
const read = (tail: Buffer) => verifyRegistration(registration({ flags: withExtensions, tail })).extensions

test('extension outputs that describe a passkey are returned under their names', () => {
  const tail = outputs(['credProtect', 3], ['hmac-secret', true], ['minPinLength', 6])
  assert.deepEqual(read(tail), { credProtect: 3, hmacSecret: true, minPinLength: 6 })
})

test('a registration without extension outputs has none', () => {
  assert.equal('extensions' in verifyRegistration(registration()), false)
  assert.equal(read(outputs()), undefined)
})

for (const [what, entries] of [
  ['an unknown policy', [['credProtect', 0]]],
  ['a policy beyond the strictest', [['credProtect', 4]]],
  ['a policy in text', [['credProtect', '3']]],
  ['a PIN shorter than possible', [['minPinLength', 3]]],
  ['a PIN longer than possible', [['minPinLength', 64]]],
  ['a negative length', [['minPinLength', -6]]],
  ['a number for a flag', [['hmac-secret', 1]]],
  ['an unknown extension', [['credBlob', true]]],
] as const) {
  test(`${what} is left out, as unrequested extensions are`, () => {
    const [[name, value]] = entries
    assert.equal(read(outputs([name, value])), undefined)
  })
}

// As written by the firmware of older security keys.
const misordered = Buffer.from('a26b686d61632d736563726574f56b6372656450726f7465637401', 'hex')

test('extension outputs in another order are read like others', () => {
  assert.deepEqual(read(misordered), { hmacSecret: true, credProtect: 1 })
})

testRegistrations([
  [
    'extension outputs in another order where order matters',
    { flags: withExtensions, tail: misordered, policy: { strictCbor: true } },
    'auth_data',
    /order/,
  ],
  ['extension outputs without the flag', { tail: outputs(['credProtect', 3]) }, 'auth_data', /bytes left over/],
  ['the flag without extension outputs', { flags: withExtensions }, 'auth_data', /./],
  [
    'two outputs of one extension',
    {
      flags: withExtensions,
      tail: Buffer.concat([Buffer.of(0xa2), ...Array(2).fill(outputs(['credProtect', 3]).subarray(1))]),
    },
    'auth_data',
    /./,
  ],
])
