import { verifyRegistration } from '../src/index.ts'
import { type Encodable, encode, Raw } from './cbor-encode.ts'
import { attestedCredential, credentialId, noAaguid, rawObject, registration, sha256 } from './ceremonies.ts'
import { createClientDataRows, jsonValues, show, testAccepted, testRegistrationRows } from './conformance-rows.ts'
import { keyFor } from './keys.ts'

// Rows of docs/fido-conformance.md that the verifier judges, with what the HTTP layer would reject earlier.
const isText = (value: unknown) => typeof value === 'string'

for (const value of jsonValues.filter((one) => !isText(one))) {
  const id = (missing: number) => `F-${value === undefined ? missing : missing + 1}`
  const sent = value as never
  testRegistrationRows([
    [
      `Attestation Resp-1 ${id(1)}`,
      `${show(value)} as id`,
      { response: { credentialId: sent } },
      'credential_id',
      /text/,
    ],
    [
      `Attestation Resp-1 ${id(9)}`,
      `${show(value)} as clientDataJSON`,
      { response: { clientDataJSON: sent } },
      'client_data',
      /text/,
    ],
    [
      `Attestation Resp-1 ${id(12)}`,
      `${show(value)} as attestationObject`,
      { response: { attestationObject: sent } },
      'cbor',
      /text/,
    ],
  ])
}

testRegistrationRows([
  [
    'Attestation Resp-1 F-3',
    'an id that is not base64url',
    { response: { credentialId: '*' } },
    'credential_id',
    /base64url/,
  ],
  [
    'Attestation Resp-1 F-11',
    'an empty clientDataJSON',
    { response: { clientDataJSON: '' } },
    'client_data',
    /not JSON/,
  ],
  ['Attestation Resp-1 F-14', 'an empty attestationObject', { response: { attestationObject: '' } }, 'cbor', /ends/],
  [
    'Attestation Resp-1 F-15',
    'UV clear although required',
    { flags: 0x41, expected: { userVerification: 'required' } },
    'user_verification',
    /verified/,
  ],
])

testRegistrationRows(createClientDataRows('Attestation Resp-2', { type: 'webauthn.create', other: 'webauthn.get' }))

const header = Buffer.concat([sha256('example.org'), Buffer.of(0x45, 0, 0, 0, 0)])
const attested = attestedCredential(noAaguid, credentialId, keyFor(-7).cose)
const extensions = encode(new Map([['credProtect', 2]]))
const without = (name: string) => (fields: [string, Encodable][]) => new Map(fields.filter(([key]) => key !== name))
const withValue = (name: string, value: Encodable) => (fields: [string, Encodable][]) =>
  new Map(fields.map(([key, right]) => [key, key === name ? value : right]))

for (const value of [null, true, 0, -1, '', 'x', [], new Map(), Buffer.alloc(0), Buffer.alloc(200)] as Encodable[]) {
  const what = value instanceof Map ? 'a map' : Buffer.isBuffer(value) ? `${value.length} bytes` : show(value)
  if (!(value instanceof Map))
    testRegistrationRows([
      [
        'Attestation Resp-3 F-1',
        `${what} as attestation object`,
        { object: () => new Raw(encode(value)) },
        'cbor',
        /map/,
      ],
      [
        'Attestation Resp-3 F-5',
        `${what} as attStmt`,
        { object: withValue('attStmt', value) },
        'cbor',
        /attStmt|statement is not a map/,
      ],
    ])
  if (!isText(value))
    testRegistrationRows([
      ['Attestation Resp-3 F-3', `${what} as fmt`, { object: withValue('fmt', value) }, 'cbor', /fmt/],
    ])
  if (!Buffer.isBuffer(value))
    testRegistrationRows([
      ['Attestation Resp-3 F-7', `${what} as authData`, { object: withValue('authData', value) }, 'cbor', /authData/],
    ])
}
testRegistrationRows([
  ['Attestation Resp-3 F-1', 'a cut map as attestation object', { object: rawObject('a3') }, 'cbor', /ends/],
  ['Attestation Resp-3 F-2', 'no fmt', { object: without('fmt') }, 'cbor', /fmt/],
  ['Attestation Resp-3 F-4', 'no attStmt', { object: without('attStmt') }, 'cbor', /attStmt/],
  ['Attestation Resp-3 F-6', 'no authData', { object: without('authData') }, 'cbor', /authData/],
  ['Attestation Resp-3 F-8', 'an empty authData', { authData: Buffer.alloc(0) }, 'auth_data', /has 0 bytes/],
  ['Attestation Resp-3 F-9', 'AT clear with attested data', { flags: 0x05 }, 'auth_data', /without attested/],
  [
    'Attestation Resp-3 F-10',
    'AT clear without attested data',
    { authData: Buffer.concat([header.subarray(0, 32), Buffer.of(5, 0, 0, 0, 0)]) },
    'auth_data',
    /without attested/,
  ],
  ['Attestation Resp-3 F-11', 'AT set without attested data', { authData: header }, 'auth_data', /ends inside/],
  ['Attestation Resp-3 F-12', 'a byte left over', { tail: Buffer.of(0) }, 'auth_data', /1 bytes left over/],
  [
    'Attestation Resp-3 F-12',
    'attested data twice',
    { authData: Buffer.concat([header, attested, attested]) },
    'auth_data',
    /left over/,
  ],
])
testAccepted([
  [
    'Attestation Resp-3 P-1',
    'a registration with extension data and ED',
    () => verifyRegistration(registration({ flags: 0xc5, tail: extensions })),
  ],
])

const algorithms: [row: string, number: number][] = [
  ['P-5', -257],
  ['P-6', -258],
  ['P-7', -259],
  ['P-8', -7],
  ['P-9', -7],
  ['P-10', -35],
  ['P-11', -36],
  ['P-12', -8],
]
for (const [row, number] of algorithms) {
  testAccepted([
    [
      `Attestation Resp-4 ${row}`,
      `a key of algorithm ${number}`,
      () => verifyRegistration(registration({ key: keyFor(number), expected: { algorithms: [number] } })),
    ],
  ])
}
