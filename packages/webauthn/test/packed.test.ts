import { sign } from 'node:crypto'
import type { RegistrationInput } from '../src/index.ts'
import { someAaguid } from './ceremonies.ts'
import { extension, named } from './certificates.ts'
import { keyFor, newKey } from './keys.ts'
import {
  aaguid,
  aaguidExtension,
  attestationKey,
  packedRegistration,
  packedSubject,
  root,
  selfRegistration,
} from './statements.ts'
import { accepted, testRejected } from './verdicts.ts'

// packed, self
testRejected('packed self', [
  ['another alg', () => selfRegistration({ fields: { alg: -35 } }), /not the algorithm/],
  ['no alg', () => selfRegistration({ fields: { alg: undefined } }), /alg/],
  ['no sig', () => selfRegistration({ fields: { sig: undefined } }), /sig/],
  [
    'self attestation where it is not accepted',
    () => selfRegistration({ registration: { policy: { acceptSelf: false } } }),
    /self/,
    'trust',
  ],
])
accepted(
  'packed self',
  [-8, -35, -36, -48, -49, -50, -257].map((number) => [
    `algorithm ${number}`,
    () => selfRegistration({ registration: { key: keyFor(number) } }),
  ]),
)

// packed, x5c
const without = (attribute: string) =>
  named(Object.fromEntries(Object.entries(packedSubject).filter(([id]) => id !== attribute)))
const p384 = newKey(-35)
const twoUnits = named(packedSubject)
twoUnits.push(...named({ '2.5.4.11': 'Authenticator Attestation' }))
testRejected('packed x5c', [
  [
    'a leaf of version 1',
    () => packedRegistration({ leaf: { version: 1, constraints: null, extensions: [] } }),
    /version 3/,
  ],
  ['no country', () => packedRegistration({ leaf: { subject: without('2.5.4.6') } }), /country/],
  [
    'a country of one letter',
    () => packedRegistration({ leaf: { subject: named({ ...packedSubject, '2.5.4.6': 'A' }) } }),
    /country/,
  ],
  [
    'a country of three letters',
    () => packedRegistration({ leaf: { subject: named({ ...packedSubject, '2.5.4.6': 'AAA' }) } }),
    /country/,
  ],
  ['a second unit', () => packedRegistration({ leaf: { subject: twoUnits } }), /unit/],
  ['no organization', () => packedRegistration({ leaf: { subject: without('2.5.4.10') } }), /organization/],
  ['no unit', () => packedRegistration({ leaf: { subject: without('2.5.4.11') } }), /unit/],
  [
    'another unit',
    () => packedRegistration({ leaf: { subject: named({ ...packedSubject, '2.5.4.11': 'x' }) } }),
    /unit/,
  ],
  ['no common name', () => packedRegistration({ leaf: { subject: without('2.5.4.3') } }), /common name/],
  ['a CA as leaf', () => packedRegistration({ leaf: { constraints: { ca: true } } }), /CA/],
  ['no Basic Constraints', () => packedRegistration({ leaf: { constraints: null } }), /CA/],
  ['another AAGUID', () => packedRegistration({ leaf: { extensions: [aaguidExtension(someAaguid)] } }), /AAGUID/],
  [
    'a critical AAGUID',
    () => packedRegistration({ leaf: { extensions: [aaguidExtension(aaguid, true)] } }),
    /critical/,
  ],
  [
    'an unwrapped AAGUID',
    () => packedRegistration({ leaf: { extensions: [extension('1.3.6.1.4.1.45724.1.1.4', aaguid)] } }),
    /AAGUID/,
  ],
  [
    'an extension twice',
    () => packedRegistration({ leaf: { extensions: [aaguidExtension(), aaguidExtension()] } }),
    /certificate|twice/,
  ],
  [
    'a P-384 key under ES256',
    () => packedRegistration({ leaf: { key: p384.publicKey }, signer: p384 }),
    /does not match/,
  ],
  [
    'a certificate with a byte after it',
    () => packedRegistration({ fields: { x5c: [Buffer.concat([root.der, Buffer.of(0)])] } }),
    /exactly one/,
  ],
  [
    'a PEM certificate',
    () =>
      packedRegistration({
        fields: {
          x5c: [Buffer.from(`-----BEGIN CERTIFICATE-----\n${root.der.toString('base64')}\n-----END CERTIFICATE-----`)],
        },
      }),
    /exactly one/,
  ],
])
const tolerant = { registration: { policy: { strictBasicConstraints: false } } }
accepted('packed x5c', [
  ['no Basic Constraints, tolerated,', () => packedRegistration({ leaf: { constraints: null }, ...tolerant })],
  ['no AAGUID extension', () => packedRegistration({ leaf: { extensions: [] } })],
  ['an RSA credential key', () => packedRegistration({ registration: { key: keyFor(-257) } })],
])
const anyCurve = { registration: { policy: { strictAttestationAlg: false } } }
const es384 = { ...attestationKey, sign: (data: Buffer) => sign('sha384', data, attestationKey.privateKey) }
const es384OverP256 = (strictAttestationAlg: boolean) => () =>
  packedRegistration({ signer: es384, fields: { alg: -35 }, registration: { policy: { strictAttestationAlg } } })
testRejected('packed x5c', [['ES384 over a P-256 key', es384OverP256(true), /does not match/]])
accepted('packed x5c', [['ES384 over a P-256 key, tolerated,', es384OverP256(false)]])
testRejected('packed x5c', [
  ['an Ed25519 leaf under ES256', () => packedRegistration({ leaf: { key: keyFor(-8).publicKey } }), /does not match/],
  [
    'an Ed25519 leaf under ES256 where any curve will do',
    () => packedRegistration({ leaf: { key: keyFor(-8).publicKey }, ...anyCurve }),
    /does not match/,
  ],
  ['an EC leaf under EdDSA', () => packedRegistration({ fields: { alg: -8 } }), /does not match/],
  [
    'an ML-DSA-44 leaf under ML-DSA-65',
    () => packedRegistration({ leaf: { key: keyFor(-48).publicKey }, signer: keyFor(-48), fields: { alg: -49 } }),
    /does not match/,
  ],
])
accepted('packed x5c', [
  [
    'an Ed25519 leaf under EdDSA',
    () => packedRegistration({ leaf: { key: keyFor(-8).publicKey }, signer: keyFor(-8), fields: { alg: -8 } }),
  ],
  ...[-48, -49, -50].map((number): [string, () => RegistrationInput] => [
    `an ML-DSA leaf under ${number}`,
    () =>
      packedRegistration({ leaf: { key: keyFor(number).publicKey }, signer: keyFor(number), fields: { alg: number } }),
  ]),
  [
    'an Ed448 leaf under Ed448',
    () => packedRegistration({ leaf: { key: keyFor(-53).publicKey }, signer: keyFor(-53), fields: { alg: -53 } }),
  ],
  [
    'a P-384 leaf under ES384',
    () => packedRegistration({ leaf: { key: p384.publicKey }, signer: p384, fields: { alg: -35 } }),
  ],
  [
    'a P-521 leaf under ES512',
    () => packedRegistration({ leaf: { key: keyFor(-36).publicKey }, signer: keyFor(-36), fields: { alg: -36 } }),
  ],
  [
    'an RSA leaf under RS256',
    () => packedRegistration({ leaf: { key: keyFor(-257).publicKey }, signer: keyFor(-257), fields: { alg: -257 } }),
  ],
])
