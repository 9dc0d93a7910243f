import assert from 'node:assert/strict'
import { sign } from 'node:crypto'
import { test } from 'node:test'
import { verifyAssertion } from '../src/index.ts'
import { assertion, credentialId, origin, sha256, userHandle } from './ceremonies.ts'
import { keyFor, type TestKey } from './keys.ts'
import { testAssertions } from './verdicts.ts'

test('an assertion yields what the record is updated with', () => {
  assert.deepEqual(verifyAssertion(assertion({ signCount: 2 ** 32 - 1, credential: { signCount: 2 ** 32 - 2 } })), {
    signCount: 4294967295,
    backupEligible: false,
    backedUp: false,
    userVerified: true,
    userPresent: true,
    counterRegressed: false,
    backupEligibilityChanged: false,
    origin,
  })
})

for (const number of [-7, -8, -9, -19, -35, -36, -48, -49, -50, -51, -52, -53, -257, -258, -259]) {
  const key = keyFor(number)
  const other = keyFor(number === -7 ? -35 : -7)
  testAssertions([
    [`a signature under ${number}`, { key }, 'accepted'],
    [`a signature under ${number} by another key`, { key, signature: other.sign(Buffer.alloc(69)) }, 'signature'],
    [
      `a key under ${number} stored as another algorithm`,
      { key, credential: { algorithm: number <= -257 ? -7 : -257 } },
      'public_key',
      /fit/,
    ],
  ])
}

for (const algorithm of [-8, -35, -36, -48, -49, -50, -53, -257]) {
  testAssertions([[`a P-256 key stored as ${algorithm}`, { credential: { algorithm } }, 'public_key', /fit/]])
}

for (const [number, other] of [
  [-48, -49],
  [-49, -50],
  [-50, -48],
] as const) {
  const key = keyFor(number)
  const signed = key.sign(Buffer.alloc(69))
  testAssertions([
    [`a key under ${number} stored as ${other}`, { key, credential: { algorithm: other } }, 'public_key', /fit/],
    [`a signature under ${number} over other data`, { key, signature: signed }, 'signature'],
    [`a signature under ${number} of one byte less`, { key, signature: signed.subarray(1) }, 'signature'],
    [`a signature under ${number} with a context`, { key, signature: signWithContext(key) }, 'signature'],
  ])
}

/** Over the right data, but with a context: RFC 9964 requires an empty one. */
function signWithContext({ privateKey }: TestKey): Buffer {
  const { authenticatorData, clientDataJSON } = assertion().response
  const data = [Buffer.from(authenticatorData, 'base64url'), sha256(Buffer.from(clientDataJSON, 'base64url'))]
  return sign(null, Buffer.concat(data), { key: privateKey, context: Buffer.from('webauthn') })
}

const id = credentialId.toString('base64url')
testAssertions([
  ['a listed id', { expected: { allowCredentials: ['AAAA', id] } }, 'accepted'],
  ['an id that is not listed', { expected: { allowCredentials: ['AAAA'] } }, 'credential_id', /allowed/],
  ['an empty list', { expected: { allowCredentials: [] } }, 'accepted'],
  ['the id of another record', { credential: { id: 'AAAA' } }, 'credential_id', /stored/],
  ['the id in padded form', { response: { credentialId: `${id}==` } }, 'accepted'],
  ['the handle of the owner', { response: { userHandle } }, 'accepted'],
  ['the handle of another user', { response: { userHandle: 'AAAA' } }, 'user_handle', /owner/],
  ['null as handle', { response: { userHandle: null } }, 'accepted'],
  ['an empty handle', { response: { userHandle: '' } }, 'accepted'],
  ['no handle where it is needed', { expected: { userHandleRequired: true } }, 'user_handle', /not known/],
  [
    'null as handle where it is needed',
    { response: { userHandle: null }, expected: { userHandleRequired: true } },
    'user_handle',
    /not known/,
  ],
  [
    'an empty handle where it is needed, and an empty record',
    { response: { userHandle: '' }, credential: { userHandle: '' }, expected: { userHandleRequired: true } },
    'user_handle',
    /not known/,
  ],
  ['a handle where it is needed', { response: { userHandle }, expected: { userHandleRequired: true } }, 'accepted'],
])

const frames = { crossOrigin: true, topOrigins: ['https://top.example'] }
testAssertions([
  ['client data that is not JSON', { clientDataJSON: 'x' }, 'client_data'],
  [
    'a byte order mark',
    {
      clientDataJSON: `\ufeff${JSON.stringify({ type: 'webauthn.get', challenge: assertion().expected.challenge, origin })}`,
    },
    'accepted',
  ],
  ['a frame that is not expected', { clientData: { crossOrigin: true } }, 'cross_origin'],
  [
    'a listed topOrigin',
    { clientData: { crossOrigin: true, topOrigin: 'https://top.example' }, expected: frames },
    'accepted',
  ],
  [
    'an unlisted topOrigin',
    { clientData: { crossOrigin: true, topOrigin: 'https://evil.example' }, expected: frames },
    'top_origin',
  ],
])

test('the top origin is handed on', () => {
  const clientData = { crossOrigin: true, topOrigin: 'https://top.example' }
  assert.equal(verifyAssertion(assertion({ clientData, expected: frames })).topOrigin, 'https://top.example')
})

testAssertions([
  ['36 bytes', { authData: Buffer.alloc(36) }, 'auth_data', /36 bytes/],
  ['AT set', { flags: 0x45 }, 'auth_data', /attested/],
  ['extensions in another order', { flags: 0x85, tail: Buffer.from('a2626161f56162f5', 'hex') }, 'accepted'],
  ['an extension twice', { flags: 0x85, tail: Buffer.from('a26162f56162f5', 'hex') }, 'auth_data', /twice/],
  ['ED without extensions', { flags: 0x85 }, 'auth_data', /CBOR/],
  ['UP clear', { flags: 0x04 }, 'user_presence'],
  ['BS set, BE clear', { flags: 0x15 }, 'backup_flags'],
  ['BE gained', { flags: 0x0d }, 'backup_flags', /never changes/],
  ['BE where the record doesn’t say', { flags: 0x0d, credential: { backupEligible: 'unknown' } }, 'accepted'],
  ['BE lost', { credential: { backupEligible: true } }, 'backup_flags', /never changes/],
  [
    'BE gained under an unknown policy',
    { flags: 0x0d, policy: { backupEligibilityChange: 'x' as never } },
    'backup_flags',
    /never changes/,
  ],
  ['BE as stored, BS set', { flags: 0x1d, credential: { backupEligible: true } }, 'accepted'],
])

const es256 = keyFor(-7)
const json = Buffer.from(assertion().response.clientDataJSON, 'base64url')
const authData = Buffer.from(assertion().response.authenticatorData, 'base64url')
const good = es256.sign(Buffer.concat([authData, sha256(json)]))
testAssertions([
  [
    'a signature over the text instead of its hash',
    { signature: es256.sign(Buffer.concat([authData, json])) },
    'signature',
  ],
  ['a signature over the authenticator data alone', { signature: es256.sign(authData) }, 'signature'],
  ['a byte after the signature', { signature: Buffer.concat([good, Buffer.of(0)]) }, 'signature'],
  ['an unknown stored algorithm', { credential: { algorithm: -47 } }, 'algorithm', /-47/],
  ['RS1 as stored algorithm', { credential: { algorithm: -65535 } }, 'algorithm'],
  [
    'a stored key that is cut',
    { credential: { publicKeySpki: assertion().credential.publicKeySpki.subarray(0, 60) } },
    'signature',
  ],
  ['no stored key', { credential: { publicKeySpki: Buffer.alloc(0) } }, 'public_key'],
])

testAssertions([
  ['a counter that rises', { signCount: 8, credential: { signCount: 7 } }, 'accepted'],
  ['a counter beyond 31 bits', { signCount: 2 ** 31, credential: { signCount: 2 ** 31 - 1 } }, 'accepted'],
  ['the first counter', { signCount: 1 }, 'accepted'],
  ['a policy that is none', { credential: { signCount: 7 }, policy: { counter: 'x' as never } }, 'sign_count'],
])

for (const [what, flags, stored] of [
  ['gained', 0x0d, false],
  ['lost', 0x05, true],
] as const) {
  test(`backup eligibility that was ${what} can be flagged instead of rejected`, () => {
    const { backupEligibilityChanged, backupEligible } = verifyAssertion(
      assertion({ flags, credential: { backupEligible: stored }, policy: { backupEligibilityChange: 'flag' } }),
    )
    assert.deepEqual([backupEligibilityChanged, backupEligible], [true, !stored])
  })
}

test('a counter that does not rise can be flagged instead of rejected', () => {
  const { counterRegressed, signCount } = verifyAssertion(
    assertion({ signCount: 6, credential: { signCount: 7 }, policy: { counter: 'flag' } }),
  )
  assert.deepEqual({ counterRegressed, signCount }, { counterRegressed: true, signCount: 6 })
})

test('more RP IDs than are remembered are still told apart', () => {
  for (let i = 0; i <= 1000; i++) {
    const rpId = `${i}.example`
    assert.doesNotThrow(() => verifyAssertion(assertion({ scope: rpId, expected: { rpId } })))
  }
})
