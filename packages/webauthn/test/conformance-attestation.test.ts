import { type RegistrationInput, verifyRegistration } from '../src/index.ts'
import type { Encodable } from './cbor-encode.ts'
import { registration, sha256 } from './ceremonies.ts'
import { newCa } from './certificates.ts'
import { jsonValues, type Row, show, testAccepted, testStatementRows } from './conformance-rows.ts'
import { keyFor, newKey } from './keys.ts'
import {
  aaguid,
  androidRegistration,
  attestationKey,
  intermediate,
  packedRegistration,
  publicArea,
  root,
  selfRegistration,
  tpmRegistration,
  trusting,
  u2fRegistration,
  windowsRegistration,
} from './statements.ts'

// Rows of docs/fido-conformance.md about statements. Where several checks could reject, the message tells which one did.
type Statement = Row<RegistrationInput>

const fieldRows = (field: string, ids: [missing: string, wrongType: string], message: RegExp): Statement[] =>
  jsonValues
    .filter((value) => field !== 'alg' || typeof value !== 'number')
    .map((value) => [
      value === undefined ? ids[0] : ids[1],
      `packed with ${show(value)} as ${field}`,
      () => packedRegistration({ fields: { [field]: toEncodable(value) } }),
      'attestation',
      message,
    ])
const toEncodable = (value: unknown): Encodable | undefined =>
  show(value) === '{}' ? new Map() : value === 1.5 ? -1 : (value as Encodable | undefined)

testStatementRows(
  [
    ...fieldRows('alg', ['Attestation Resp-3 F-14', 'Attestation Resp-3 F-15'], /alg is not an integer/),
    ...fieldRows('sig', ['Attestation Resp-3 F-17', 'Attestation Resp-3 F-18'], /sig is not a byte string/),
    ...fieldRows('x5c', ['', 'Attestation Resp-5 F-4'], /x5c is not an array/).filter(([id]) => id !== ''),
    [
      'Attestation Resp-3 F-13',
      'packed with an empty attStmt',
      () => registration({ format: 'packed', statement: () => new Map() }),
      'attestation',
      /alg is not an integer/,
    ],
    [
      'Attestation Resp-3 F-19',
      'packed with an empty sig',
      () => packedRegistration({ fields: { sig: Buffer.alloc(0) } }),
      'attestation',
      /sig is not a byte string/,
    ],
  ],
  packedRegistration,
)

const above = (...issuers: { der: Buffer }[]) => issuers.map(({ der }) => der)
const expired = newCa('Expired', { parent: root, to: '2025-12-31' })
const first = newCa('First', { parent: root })
const second = newCa('Second', { parent: first })
const otherRoot = newCa('Test Root')
const policy = (changes: RegistrationInput['policy']) => ({ registration: { policy: changes } })

testStatementRows(
  [
    [
      'Attestation Resp-5 F-1',
      'an unknown fmt',
      () => packedRegistration({ registration: { format: 'packed2' } }),
      'attestation_format',
      /unsupported/,
    ],
    [
      'Attestation Resp-5 F-2',
      'a bad signature',
      () => packedRegistration({ fields: { sig: Buffer.alloc(70, 1) } }),
      'attestation',
      /not signed by the attestation certificate/,
    ],
    [
      'Attestation Resp-5 F-3',
      'full attestation without x5c',
      () => packedRegistration({ fields: { x5c: undefined } }),
      'attestation',
      /not signed by the credential key/,
    ],
    [
      'Attestation Resp-5 F-5',
      'an empty x5c',
      () => packedRegistration({ fields: { x5c: [] } }),
      'attestation',
      /x5c is not an array/,
    ],
    [
      'Attestation Resp-5 F-6',
      'an expired leaf',
      () => packedRegistration({ leaf: { to: '2026-05-31' } }),
      'trust',
      /certificate 0 of x5c is not valid/,
    ],
    [
      'Attestation Resp-5 F-7',
      'a leaf that is not yet valid',
      () => packedRegistration({ leaf: { from: '2026-06-02' } }),
      'trust',
      /certificate 0 of x5c is not valid/,
    ],
    [
      'Attestation Resp-5 F-9',
      'a chain below another root',
      () => packedRegistration({ issuer: otherRoot, above: [] }),
      'trust',
      /no trust anchor/,
    ],
    [
      'Attestation Resp-5 F-10',
      'the root in x5c',
      () => packedRegistration({ above: above(intermediate, root) }),
      'trust',
      /holds a root/,
    ],
    [
      'Attestation Resp-5 F-11',
      'x5c with the leaf last',
      () => packedRegistration({ fields: { x5c: [intermediate.der, root.der] } }),
      'attestation',
      /not signed by the attestation certificate/,
    ],
    [
      'Attestation Resp-5 F-11',
      'x5c with its intermediates in the wrong order',
      () => packedRegistration({ issuer: second, above: above(first, second) }),
      'trust',
      /did not issue/,
    ],
    [
      'Attestation Resp-5 F-12',
      'an expired intermediate',
      () => packedRegistration({ issuer: expired, above: above(expired) }),
      'trust',
      /certificate 1 of x5c is not valid/,
    ],
    [
      'Attestation Resp-5 F-13',
      'a signature by another key than the leaf',
      () => packedRegistration({ signer: newKey(-7) }),
      'attestation',
      /not signed by the attestation certificate/,
    ],
    [
      'Attestation Resp-5 F-14',
      'a signature by the credential key',
      () => packedRegistration({ signer: keyFor(-7) }),
      'attestation',
      /not signed by the attestation certificate/,
    ],
  ],
  () => packedRegistration({ issuer: second, above: above(second, first) }),
)

testAccepted([
  ['Attestation Resp-5 P-1', 'full attestation', () => verifyRegistration(packedRegistration())],
  [
    'Attestation Resp-5 P-2',
    'a chain of two intermediates to the root',
    () => verifyRegistration(packedRegistration({ issuer: second, above: above(second, first) })),
  ],
  [
    'Attestation Resp-5 P-4',
    'a root with critical Basic Constraints',
    () => verifyRegistration(packedRegistration({ issuer: root, above: [] })),
  ],
])

testStatementRows(
  [
    [
      'Attestation Resp-6 F-1',
      'self attestation with a bad signature',
      () => selfRegistration({ fields: { sig: Buffer.alloc(70, 1) } }),
      'attestation',
      /not signed by the credential key/,
    ],
    [
      'Attestation Resp-6 F-3',
      'self attestation with an unknown fmt',
      () => selfRegistration({ registration: { format: 'self' } }),
      'attestation_format',
      /unsupported/,
    ],
    [
      'Attestation Resp-7 F-1',
      'a packed statement under fmt none',
      () => selfRegistration({ registration: { format: 'none' } }),
      'attestation',
      /statement/,
    ],
  ],
  selfRegistration,
)
testAccepted([
  ['Attestation Resp-6 P-1', 'self attestation', () => verifyRegistration(selfRegistration())],
  ['Attestation Resp-7 P-1', 'no attestation', () => verifyRegistration(registration())],
])

testStatementRows(
  [
    [
      'Attestation Resp-8 F-1',
      'U2F with an AAGUID',
      () => u2fRegistration({ registration: { aaguid } }),
      'attestation',
      /AAGUID/,
    ],
    [
      'Attestation Resp-8 F-2',
      'U2F with a bad signature',
      () => u2fRegistration({ signer: keyFor(-7) }),
      'attestation',
      /not signed/,
    ],
  ],
  u2fRegistration,
)
testAccepted([['Attestation Resp-8 P-1', 'U2F', () => verifyRegistration(u2fRegistration())]])

testStatementRows(
  [
    [
      'Attestation Resp-9 F-1',
      'a TPM with the AIK certificate last',
      () => tpmRegistration({ fields: { x5c: [intermediate.der, root.der] } }),
      'attestation',
      /not signed by the attestation certificate/,
    ],
    [
      'Attestation Resp-9 F-2',
      'a TPM with other extraData',
      () => tpmRegistration({ parts: { extraData: sha256('') } }),
      'attestation',
      /did not certify this registration/,
    ],
    [
      'Attestation Resp-9 F-3',
      'a TPM with another magic',
      () => tpmRegistration({ parts: { magic: 0xff544346 } }),
      'attestation',
      /generated by a TPM/,
    ],
    [
      'Attestation Resp-9 F-4',
      'a TPM with another key in pubArea',
      () => tpmRegistration({ area: publicArea(attestationKey) }),
      'attestation',
      /not the credential key/,
    ],
  ],
  tpmRegistration,
)
testAccepted([
  [
    'Attestation Resp-9 P-1',
    'a TPM with an RSA key and SHA-256',
    () => verifyRegistration(tpmRegistration({ registration: { key: keyFor(-257) } })),
  ],
  [
    'Attestation Resp-9 P-2',
    'a TPM with SHA-1, by policy,',
    () => verifyRegistration(windowsRegistration(policy({ ...trusting, tpmSha1: true }))),
  ],
  ['Attestation Resp-9 P-4', 'a TPM with an ES256 key', () => verifyRegistration(tpmRegistration())],
])

testStatementRows(
  [
    [
      'Attestation Resp-A F-1',
      'Android with another clientDataHash',
      () => androidRegistration({ challenge: sha256('') }),
      'attestation',
      /not made for this registration/,
    ],
    [
      'Attestation Resp-A F-2',
      'Android with another public key',
      () => androidRegistration({ registration: { cose: attestationKey.cose, key: keyFor(-7) } }),
      'attestation',
      /does not certify the credential key/,
    ],
    [
      'Attestation Resp-A F-3',
      'Android with the leaf last',
      () => androidRegistration({ fields: { x5c: [intermediate.der, root.der] } }),
      'attestation',
      /not signed by the attestation certificate/,
    ],
    [
      'Attestation Resp-A F-3',
      'Android with root and intermediate in the wrong order',
      () => androidRegistration({ above: above(root, intermediate) }),
      'trust',
      /did not issue/,
    ],
  ],
  androidRegistration,
)
testAccepted([['Attestation Resp-A P-1', 'Android', () => verifyRegistration(androidRegistration())]])
