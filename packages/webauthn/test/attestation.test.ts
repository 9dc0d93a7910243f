import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RegistrationInput, verifyRegistration } from '../src/index.ts'
import type { Encodable } from './cbor-encode.ts'
import { registration } from './ceremonies.ts'
import {
  androidRegistration,
  appleRegistration,
  compoundRegistration,
  packedRegistration,
  packedStatement,
  part,
  root,
  selfRegistration,
  selfStatement,
  tpmRegistration,
  u2fRegistration,
} from './statements.ts'
import { accepted, testRegistrations, testRejected } from './verdicts.ts'

const judged = (input: RegistrationInput) => {
  const { format, attestationType, trusted, trustPath } = verifyRegistration(input)
  return [format, attestationType, trusted, trustPath.length]
}

test('each format says what it amounts to', () => {
  const compound = compoundRegistration((s) => [part('packed', selfStatement(s)), part('packed', packedStatement(s))])
  assert.deepEqual(
    [
      packedRegistration(),
      selfRegistration(),
      tpmRegistration(),
      androidRegistration(),
      appleRegistration(),
      u2fRegistration(),
      compound,
    ].map(judged),
    [
      ['packed', 'basic', true, 2],
      ['packed', 'self', false, 0],
      ['tpm', 'attca', true, 2],
      ['android-key', 'basic', true, 3],
      ['apple', 'anonca', true, 2],
      ['fido-u2f', 'basic', true, 1],
      ['compound', 'basic', true, 1],
    ],
  )
})

// formats and none
testRegistrations([
  ['an unknown format', { format: 'android-safetynet' }, 'attestation_format', /unsupported/],
  ['a format in another case', { format: 'None' }, 'attestation_format'],
  ['a format named like a property', { format: 'constructor' }, 'attestation_format'],
  [
    'a format that the policy allows but no code supports',
    { format: 'x', policy: { formats: ['x'] } },
    'attestation_format',
  ],
  ['compound where it is not supported', { format: 'compound', statement: () => [] }, 'attestation_format'],
  ['none where attestation is required', { policy: { acceptNone: false } }, 'trust', /required/],
])

const createByFormat = {
  packed: packedRegistration,
  tpm: tpmRegistration,
  'android-key': androidRegistration,
  'fido-u2f': u2fRegistration,
  apple: appleRegistration,
}
for (const [format, make] of Object.entries(createByFormat)) {
  const stating = (fields: Record<string, Encodable>) => () => make({ fields })
  testRejected(format, [
    ['an unknown member', stating({ zzzzzzzz: 1 }), /unknown field/],
    ['x5c as map', stating({ x5c: new Map() }), /x5c/],
    ['an empty x5c', stating({ x5c: [] }), /x5c/],
    ['text in x5c', stating({ x5c: ['x'] }), /x5c/],
    ['text behind a certificate in x5c', stating({ x5c: [root.der, 'x'] }), /x5c is not an array/],
    ['garbage in x5c', stating({ x5c: [Buffer.of(1, 2, 3)] }), /certificate/],
  ])
  if (format === 'apple') continue
  testRejected(format, [
    ['text as sig', stating({ sig: 'x' }), /sig is not a byte string/],
    ['no bytes as sig', stating({ sig: Buffer.alloc(0) }), /sig is not a byte string/],
  ])
  if (format === 'fido-u2f') continue
  testRejected(format, [
    ['alg as text', stating({ alg: 'x' }), /not an integer/],
    ['an unknown alg', stating({ alg: -47 }), /unsupported attestation algorithm/],
    ['an alg of another key type', stating({ alg: -257 }), /does not match/],
  ])
}
// The relying party asked for none, so nothing of a statement is read, and none can fail.
for (const [what, input] of [
  ['of any format', selfRegistration],
  ['that would be trusted', packedRegistration],
  ['that is not signed', () => selfRegistration({ fields: { sig: Buffer.of(1) } })],
  ['whose certificates are garbage', () => packedRegistration({ fields: { x5c: [Buffer.alloc(40_000)] } })],
  ['of an unknown format', () => registration({ format: 'android-safetynet', statement: () => new Map() })],
  ['of the compound format', () => compoundRegistration(() => [])],
] as const) {
  test(`a statement ${what} counts as none where it is ignored`, () => {
    const { response, expected, policy } = input()
    const result = judged({ response, expected, policy: { ...policy, attestation: 'ignore', formats: ['packed'] } })
    assert.deepEqual(result, ['none', 'none', false, 0])
  })
}
testRegistrations([
  [
    'format none and a statement, where statements are ignored',
    { statement: () => new Map([['alg', -7]]), policy: { attestation: 'ignore' } },
    'attestation',
    /statement/,
  ],
  [
    'a statement that is ignored although an attestation is required',
    { format: 'packed', policy: { attestation: 'ignore', acceptNone: false } },
    'trust',
    /required/,
  ],
])

accepted('packed', [
  [
    'an unknown member, tolerated,',
    () => packedRegistration({ fields: { zzz: 1 }, registration: { policy: { strictStatement: false } } }),
  ],
])
