import { type Expectations, verifyAssertion } from '../src/index.ts'
import { encode } from './cbor-encode.ts'
import { assertion } from './ceremonies.ts'
import { createClientDataRows, jsonValues, show, testAccepted, testAssertionRows } from './conformance-rows.ts'
import { keyFor } from './keys.ts'

// Rows of docs/fido-conformance.md that the verifier judges, with what the HTTP layer would reject earlier.
const isText = (value: unknown) => typeof value === 'string'

for (const value of jsonValues.filter((one) => !isText(one))) {
  const id = (missing: number) => `F-${value === undefined ? missing : missing + 1}`
  const sent = value as never
  testAssertionRows([
    [
      `Assertion Resp-1 ${id(1)}`,
      `${show(value)} as id`,
      { response: { credentialId: sent } },
      'credential_id',
      /text/,
    ],
    [
      `Assertion Resp-1 ${id(9)}`,
      `${show(value)} as clientDataJSON`,
      { response: { clientDataJSON: sent } },
      'client_data',
      /text/,
    ],
    [
      `Assertion Resp-1 ${id(12)}`,
      `${show(value)} as authenticatorData`,
      { response: { authenticatorData: sent } },
      'auth_data',
      /text/,
    ],
    [
      `Assertion Resp-1 ${id(16)}`,
      `${show(value)} as signature`,
      { response: { signature: sent } },
      'signature',
      /text/,
    ],
  ])
  // null and the empty text are spellings of no handle.
  if (value !== undefined && value !== null)
    testAssertionRows([
      [
        'Assertion Resp-1 F-21',
        `${show(value)} as userHandle`,
        { response: { userHandle: sent } },
        'user_handle',
        /text/,
      ],
    ])
}

testAssertionRows([
  [
    'Assertion Resp-1 F-3',
    'an id that is not base64url',
    { response: { credentialId: '*' } },
    'credential_id',
    /base64/,
  ],
  ['Assertion Resp-1 F-11', 'an empty clientDataJSON', { response: { clientDataJSON: '' } }, 'client_data', /not JSON/],
  [
    'Assertion Resp-1 F-14',
    'an authenticatorData that is not base64url',
    { response: { authenticatorData: '*' } },
    'auth_data',
    /base64/,
  ],
  [
    'Assertion Resp-1 F-15',
    'an empty authenticatorData',
    { response: { authenticatorData: '' } },
    'auth_data',
    /0 bytes/,
  ],
  [
    'Assertion Resp-1 F-18',
    'a signature that is not base64url',
    { response: { signature: '*' } },
    'signature',
    /base64/,
  ],
  ['Assertion Resp-1 F-19', 'an empty signature', { signature: Buffer.alloc(0) }, 'signature', /./],
  [
    'Assertion Resp-1 F-20',
    'a signature over something else',
    { signature: keyFor(-7).sign(Buffer.alloc(69)) },
    'signature',
    /./,
  ],
])

testAssertionRows(createClientDataRows('Assertion Resp-2', { type: 'webauthn.get', other: 'webauthn.create' }))

const counted = { credential: { signCount: 5 } }
const verified = (userVerification: Expectations['userVerification'], flags: number) => () =>
  verifyAssertion(assertion({ flags, expected: { userVerification } }))
const [withUv, withoutUv] = [0x05, 0x01]

testAssertionRows([
  ['Assertion Resp-3 F-1', 'a byte left over', { tail: Buffer.of(0) }, 'auth_data', /1 bytes left over/],
  ['Assertion Resp-3 F-2', 'another RP ID', { scope: 'evil.example' }, 'rp_id_hash', /./],
  [
    'Assertion Resp-3 F-3',
    'a signature over another client data hash',
    { response: { clientDataJSON: assertion({ clientData: { extra: 1 } }).response.clientDataJSON } },
    'signature',
    /./,
  ],
  [
    'Assertion Resp-3 F-5',
    'UV clear although required',
    { flags: withoutUv, expected: { userVerification: 'required' } },
    'user_verification',
    /verified/,
  ],
])
testAssertionRows(
  [
    ['Assertion Resp-3 F-4', 'an equal counter', { ...counted, signCount: 5 }, 'sign_count', /./],
    ['Assertion Resp-3 F-4', 'a lower counter', { ...counted, signCount: 4 }, 'sign_count', /./],
    ['Assertion Resp-3 F-4', 'a counter that became 0', { ...counted, signCount: 0 }, 'sign_count', /./],
  ],
  { ...counted, signCount: 6 },
)
testAccepted([
  ['Assertion Resp-1 P-1', 'an assertion', () => verifyAssertion(assertion())],
  [
    'Assertion Resp-3 P-1',
    'a counter that is always 0',
    () => verifyAssertion(assertion({ signCount: 0, credential: { signCount: 0 } })),
  ],
  ['Assertion Resp-3 P-2', 'UV required and set', verified('required', withUv)],
  ['Assertion Resp-3 P-3', 'UV preferred and clear', verified('preferred', withoutUv)],
  ['Assertion Resp-3 P-4', 'UV preferred and set', verified('preferred', withUv)],
  ['Assertion Resp-3 P-5', 'UV discouraged and clear', verified('discouraged', withoutUv)],
  ['Assertion Resp-3 P-6', 'UV discouraged and set', verified('discouraged', withUv)],
  [
    'Assertion Resp-3 P-7',
    'extension data with ED',
    () => verifyAssertion(assertion({ flags: 0x85, tail: encode(new Map([['x', 1]])) })),
  ],
])
