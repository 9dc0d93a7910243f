import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifyRegistration } from '../src/index.ts'
import { type Encodable, encode, Raw } from './cbor-encode.ts'
import {
  attestedCredential,
  credentialId,
  noAaguid,
  origin,
  rawObject,
  registration,
  sha256,
  someAaguid,
} from './ceremonies.ts'
import { keyFor } from './keys.ts'
import { testRegistrations } from './verdicts.ts'

test('a registration yields what a credential record is made of', () => {
  const key = keyFor(-7)
  const result = verifyRegistration(registration({ flags: 0x5d, signCount: 2 ** 32 - 1, aaguid: someAaguid }))
  assert.deepEqual(result, {
    credentialId: credentialId.toString('base64url'),
    publicKey: encode(key.cose),
    publicKeySpki: key.publicKey.export({ format: 'der', type: 'spki' }),
    algorithm: -7,
    signCount: 4294967295,
    aaguid: '00112233-4455-6677-8899-aabbccddeeff',
    backupEligible: true,
    backedUp: true,
    userVerified: true,
    userPresent: true,
    format: 'none',
    attestationType: 'none',
    trusted: false,
    trustPath: [],
    origin,
  })
})

for (const number of [-7, -8, -9, -19, -35, -36, -48, -49, -50, -51, -52, -53, -257, -258, -259]) {
  test(`a key of algorithm ${number} is stored as the SubjectPublicKeyInfo that OpenSSL writes`, () => {
    const key = keyFor(number)
    const result = verifyRegistration(registration({ key, expected: { algorithms: [number] } }))
    assert.deepEqual(result.publicKeySpki, key.publicKey.export({ format: 'der', type: 'spki' }))
    assert.equal(result.algorithm, number)
  })
}

test('standard and padded base64 is read like base64url', () => {
  const input = registration()
  const standard = (text: string) => Buffer.from(text, 'base64url').toString('base64')
  const { clientDataJSON, attestationObject, credentialId: id } = input.response
  input.response = {
    clientDataJSON: standard(clientDataJSON),
    attestationObject: standard(attestationObject),
    credentialId: standard(id),
  }
  assert.equal(verifyRegistration(input).credentialId, credentialId.toString('base64url'))
})

const frames = { crossOrigin: true, topOrigins: ['https://top.example'] }
const framed = { crossOrigin: true, topOrigin: 'https://top.example' }

// #sctn-registering-a-new-credential: decoding and parsing the client data
testRegistrations([
  ['client data that is not base64url', { response: { clientDataJSON: 'e30*' } }, 'client_data', /not base64url/],
  ['padding that fits no length', { response: { clientDataJSON: 'e30==' } }, 'client_data', /not base64url/],
  ['stray bits in the last character', { response: { clientDataJSON: 'e31' } }, 'client_data', /not base64url/],
  ['client data that is not UTF-8', { clientDataJSON: Buffer.of(0x7b, 0xff, 0x7d) }, 'client_data', /not UTF-8/],
  ['client data that is not JSON', { clientDataJSON: '{' }, 'client_data', /not JSON/],
  ['two byte order marks', { clientDataJSON: '\ufeff\ufeff{}' }, 'client_data', /not JSON/],
  ['an array as client data', { clientDataJSON: '[]' }, 'client_data', /not a JSON object/],
  ['null as client data', { clientDataJSON: 'null' }, 'client_data', /not a JSON object/],
  ['a text as client data', { clientDataJSON: '"x"' }, 'client_data', /not a JSON object/],
  ['unknown fields', { clientData: { a: { origin: 1, 'b"\\': [':', '{'] }, ['__proto__']: 1 } }, 'accepted'],
])

const doubled = `{"type":"webauthn.create","challenge":"${registration().expected.challenge}","origin":"https://evil.example","origin":"${origin}"}`
testRegistrations([
  ['an origin named twice', { clientDataJSON: doubled }, 'client_data', /twice/],
  ['an origin named twice, tolerated', { clientDataJSON: doubled, policy: { strictDuplicateKeys: false } }, 'accepted'],
  ['a switch set to undefined', { clientDataJSON: doubled, policy: { strictDuplicateKeys: undefined } }, 'client_data'],
])

// tokenBinding is reserved
testRegistrations([
  ['token binding supported', { clientData: { tokenBinding: { status: 'supported' } } }, 'accepted'],
  // Of drafts of Level 1, as browsers of their time send it.
  ['token binding not supported', { clientData: { tokenBinding: { status: 'not-supported' } } }, 'accepted'],
  ['token binding present', { clientData: { tokenBinding: { status: 'present', id: 'x' } } }, 'accepted'],
  ['token binding without id', { clientData: { tokenBinding: { status: 'present' } } }, 'client_data', /without id/],
  ['token binding null', { clientData: { tokenBinding: null } }, 'accepted'],
  [
    'token binding text, tolerated',
    { clientData: { tokenBinding: 'x' }, policy: { strictTokenBinding: false } },
    'accepted',
  ],
])

// challenge and origin: texts that only resemble the right one
testRegistrations([
  [
    'the challenge in capitals',
    { clientData: { challenge: registration().expected.challenge.toUpperCase() } },
    'challenge',
  ],
  [
    'an empty challenge that was never issued',
    { clientData: { challenge: '' }, expected: { challenge: '' } },
    'challenge',
  ],
  [
    'a subdomain',
    { clientData: { origin: 'https://a.example.org' } },
    'origin',
    /"https:\/\/a.example.org" is not allowed/,
  ],
  ['a port', { clientData: { origin: 'https://example.org:443' } }, 'origin'],
  [
    'a listed app origin',
    { clientData: { origin: 'android:apk-key-hash:x' }, expected: { origins: ['android:apk-key-hash:x'] } },
    'accepted',
  ],
])

// crossOrigin and topOrigin
testRegistrations([
  ['a frame that is not expected', { clientData: { crossOrigin: true } }, 'cross_origin', /frame/],
  ['a frame that is expected', { clientData: { crossOrigin: true }, expected: frames }, 'accepted'],
  ['crossOrigin as text', { clientData: { crossOrigin: 'false' } }, 'client_data', /crossOrigin/],
  [
    'crossOrigin as text, tolerated',
    { clientData: { crossOrigin: 'false' }, policy: { strictTypes: false } },
    'accepted',
  ],
  ['topOrigin as number', { clientData: { topOrigin: 1 } }, 'client_data', /topOrigin/],
  ['topOrigin as number, tolerated', { clientData: { topOrigin: 1 }, policy: { strictTypes: false } }, 'accepted'],
  ['a listed topOrigin', { clientData: framed, expected: frames }, 'accepted'],
  [
    'an unlisted topOrigin',
    { clientData: framed, expected: { crossOrigin: true, topOrigins: [] } },
    'top_origin',
    /not allowed/,
  ],
  ['a topOrigin without list', { clientData: framed, expected: { crossOrigin: true } }, 'top_origin', /not allowed/],
  [
    'a topOrigin without frame',
    { clientData: { topOrigin: 'https://top.example' }, expected: frames },
    'top_origin',
    /crossOrigin/,
  ],
])

// the attestation object
const longKey = new Raw(Buffer.concat([Buffer.of(0xb8, 5), encode(keyFor(-7).cose).subarray(1)]))
const longForm = (fields: [string, Encodable][]) =>
  new Raw(Buffer.concat([Buffer.of(0xb8, 3), encode(new Map(fields)).subarray(1)]))
testRegistrations([
  ['an attestation object that is not base64url', { response: { attestationObject: '*' } }, 'cbor'],
  ['no fields', { object: rawObject('a0') }, 'cbor', /fmt/],
  [
    'a byte after the object',
    { object: (m) => new Raw(Buffer.concat([encode(new Map(m)), Buffer.of(0)])) },
    'cbor',
    /after/,
  ],
  ['an unknown member', { object: (m) => new Map([...m, ['authData2', 1]]) }, 'cbor', /unknown/],
  [
    'an unknown member, tolerated',
    { object: (m) => new Map([...m, ['authData2', 1]]), policy: { strictCbor: false } },
    'accepted',
  ],
  ['fields in another order', { object: (m) => new Map(m.toReversed()) }, 'accepted'],
  [
    'fields in another order where order matters',
    { object: (m) => new Map(m.toReversed()), policy: { strictCbor: true } },
    'cbor',
    /order/,
  ],
  ['a long form', { object: longForm }, 'cbor', /shortest/],
  ['a long form, tolerated', { object: longForm, policy: { strictCbor: false } }, 'accepted'],
  ['a key in a long form', { cose: longKey }, 'auth_data', /shortest/],
  ['a key in a long form, tolerated', { cose: longKey, policy: { strictCbor: false } }, 'accepted'],
  ['a key in another order', { cose: new Map([...keyFor(-7).cose].toReversed()) }, 'auth_data', /order/],
  [
    'a key in another order, tolerated',
    { cose: new Map([...keyFor(-7).cose].toReversed()), policy: { strictCbor: false } },
    'accepted',
  ],
])

// authenticator data
const extensions = encode(new Map([['credProtect', 2]]))
const wholeData = Buffer.concat([
  sha256('example.org'),
  Buffer.of(0x45, 0, 0, 0, 0),
  attestedCredential(noAaguid, credentialId, keyFor(-7).cose),
])
testRegistrations([
  ['authenticator data of 36 bytes', { authData: wholeData.subarray(0, 36) }, 'auth_data', /36 bytes/],
  ['attested data cut in the id', { authData: wholeData.subarray(0, 60) }, 'auth_data', /credential id/],
  ['a cut key', { authData: wholeData.subarray(0, -1) }, 'auth_data', /CBOR/],
  ['an array as key', { cose: [] }, 'auth_data', /not a CBOR map/],
  ['extensions without ED', { tail: extensions }, 'auth_data', /left over/],
  ['ED without extensions', { flags: 0xc5 }, 'auth_data', /CBOR/],
  ['an array of extensions', { flags: 0xc5, tail: Buffer.of(0x80) }, 'auth_data', /not a CBOR map/],
  [
    'a byte after the extensions',
    { flags: 0xc5, tail: Buffer.concat([extensions, Buffer.of(0)]) },
    'auth_data',
    /left over/,
  ],
  ['another RP ID', { scope: 'a.example.org' }, 'rp_id_hash', /example\.org/],
  ['UP clear', { flags: 0x44 }, 'user_presence', /present/],
  ['UP clear in a conditional create', { flags: 0x44, expected: { userPresence: false } }, 'accepted'],
  ['UV clear', { flags: 0x41 }, 'accepted'],
  ['BS set, BE clear', { flags: 0x55 }, 'backup_flags', /eligible/],
  ['BE set where synced is wanted', { flags: 0x4d, policy: { backupEligibility: 'synced' } }, 'accepted'],
  ['BE clear where synced is wanted', { policy: { backupEligibility: 'synced' } }, 'backup_flags', /synced/],
  [
    'BE set where device-bound is wanted',
    { flags: 0x4d, policy: { backupEligibility: 'device-bound' } },
    'backup_flags',
    /device/,
  ],
  ['BE clear where device-bound is wanted', { policy: { backupEligibility: 'device-bound' } }, 'accepted'],
])

// the credential id
const longId = Buffer.alloc(1023, 1)
const tooLongId = Buffer.alloc(1024, 1)
testRegistrations([
  ['an id of 1023 bytes', { id: longId }, 'accepted'],
  ['an id of 1024 bytes', { id: tooLongId }, 'credential_id', /1024 bytes/],
  ['an empty id', { id: Buffer.alloc(0) }, 'credential_id', /empty/],
  ['an empty id, tolerated', { id: Buffer.alloc(0), policy: { strictCredentialId: false } }, 'accepted'],
  ['another outer id', { response: { credentialId: 'AAAA' } }, 'credential_id', /next to/],
  ['another outer id, tolerated', { response: { credentialId: 'AAAA' }, policy: { strictOuterId: false } }, 'accepted'],
])
