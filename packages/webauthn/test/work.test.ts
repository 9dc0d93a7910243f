import assert from 'node:assert/strict'
import { createPublicKey } from 'node:crypto'
import { test } from 'node:test'
import { ExtendedKeyUsage, GeneralName, SubjectAlternativeName } from '@peculiar/asn1-x509'
import { Integer } from 'asn1js'
import { fromBase64url } from '../src/base64url.ts'
import { type Reason, type RegistrationInput, verifyAssertion, verifyRegistration } from '../src/index.ts'
import { type Encodable, head, Raw } from './cbor-encode.ts'
import { assertion, registration, type SignatureInput, uint16 } from './ceremonies.ts'
import { type CertificateChanges, der, extension, type Issuer, issue, named, newCa } from './certificates.ts'
import { keyFor } from './keys.ts'
import { measureProcessorTime } from './processor-time.ts'
import {
  androidRegistration,
  appleRegistration,
  attestationKey,
  compoundRegistration,
  goodHardware,
  packedRegistration,
  packedSubject,
  part,
  publicArea,
  root,
  selfRegistration,
  tagged,
  tpmDevice,
  tpmRegistration,
  u2fRegistration,
} from './statements.ts'
import { testRejected, verdict } from './verdicts.ts'

/** Several times what the slowest body takes on a busy machine. Work that grows with the square of its input takes longer. */
const mostMs = 150

function testWork(what: string, call: () => unknown, expected: Reason | 'accepted'): void {
  test(`${what}: the largest body takes little processor time`, () => {
    assert.equal(verdict(call), expected)
    const ms = measureProcessorTime(() => verdict(call))
    assert.ok(ms < mostMs, `${ms} ms`)
  })
}

/** Attributes of a name in addition to those that its format requires. */
const attributes = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`2.5.4.${100 + index}`, 'A']))

const extensions = (count: number) =>
  Array.from({ length: count }, (_, index) => extension(`1.2.3.${index + 10}`, Buffer.of(5, 0)))

/** As many attributes and extensions as a leaf can have. */
const complexLeaf = (subject: Record<string, string> = {}): CertificateChanges => ({
  subject: named({ ...subject, ...attributes(32 - Object.keys(subject).length) }),
  extensions: extensions(31),
})

/** Seven authorities that issued one another, each as complex as the leaf. */
const authorities: Issuer[] = []
for (let i = 0; i < 7; i++) {
  const subject = named({ '2.5.4.3': `CA ${i}`, ...attributes(31) })
  authorities.unshift(newCa('', { parent: authorities[0] ?? root, subject, extensions: extensions(31) }))
}
const untrusted = { policy: { untrustedAttestation: 'none' } } as const
const complex = { issuer: authorities[0]!, above: authorities.map(({ der }) => der), registration: untrusted }

/** A signature of ECDSA with numbers as long as a body has room for. */
const longSignature = Buffer.concat([Buffer.from('30829c4402829c40', 'hex'), Buffer.alloc(40_000, 0x7f)])

/** The slowest RSA key that is accepted: 8,192 bits, with an exponent of 64 bits. */
const slowKey = new Map<number, number | Buffer>([
  [1, 3],
  [3, -257],
  [-1, Buffer.alloc(1024, 0xff)],
  [-2, Buffer.alloc(8, 0xff)],
])
const bySlowKey = { cose: slowKey, expected: { algorithms: [-257] } }
const fitting = Buffer.alloc(1024, 0x7f)

/** The public area of an RSA key whose modulus is as long as a body has room for. */
const largeArea = Buffer.concat([
  uint16(1),
  publicArea(keyFor(-7)).subarray(2, 14),
  Buffer.alloc(6),
  uint16(40_000),
  Buffer.alloc(40_000, 0xff),
])

const names = [0, 1, 2].map(() => new GeneralName({ directoryName: named({ ...attributes(29), ...tpmDevice }) }))
const usages = new ExtendedKeyUsage([...Array.from({ length: 400 }, (_, index) => `1.2.3.${index}`), '2.23.133.8.3'])
const tpmLeaf = {
  extensions: [
    extension('2.5.29.17', der(new SubjectAlternativeName(names))),
    extension('2.5.29.37', der(usages)),
    ...extensions(29),
  ],
}

const tags = Array.from({ length: 200 }, (_, index) => tagged(1000 + index, new Integer({ value: 1 })))

function packedPart({ all }: SignatureInput): Encodable {
  const leaf = issue(root, { ...complexLeaf(packedSubject), key: attestationKey.publicKey })
  const fields: [string, Encodable][] = [
    ['alg', -7],
    ['sig', attestationKey.sign(all)],
    ['x5c', [leaf, authorities[0]!.der]],
  ]
  return part('packed', new Map(fields))
}

const parts = (signed: SignatureInput) => Array.from({ length: 4 }, () => packedPart(signed))

const statements: [what: string, input: () => RegistrationInput, expected: Reason | 'accepted'][] = [
  ['packed', () => packedRegistration({ ...complex, leaf: complexLeaf(packedSubject) }), 'accepted'],
  ['packed with a long signature', () => packedRegistration({ fields: { sig: longSignature } }), 'attestation'],
  [
    'packed by a slow key',
    () => selfRegistration({ fields: { alg: -257, sig: fitting }, registration: bySlowKey }),
    'attestation',
  ],
  ['tpm', () => tpmRegistration({ ...complex, leaf: tpmLeaf }), 'accepted'],
  ['tpm with a large key', () => tpmRegistration({ area: largeArea }), 'attestation'],
  ['android-key', () => androidRegistration({ ...complex, hardware: [...goodHardware(), ...tags] }), 'accepted'],
  ['apple', () => appleRegistration({ leaf: { subject: named(attributes(32)) } }), 'accepted'],
  ['fido-u2f', () => u2fRegistration({ leaf: complexLeaf() }), 'accepted'],
  ['compound', () => compoundRegistration(parts, { registration: untrusted }), 'accepted'],
]
for (const [what, input, expected] of statements) {
  const body = input()
  testWork(what, () => verifyRegistration(body), expected)
}

/** A map with as many keys as fit into these bytes. */
function filledMap(bytes: number): Raw {
  const count = Math.floor(bytes / 4)
  const entries = Array.from({ length: count }, (_, index) => Buffer.concat([head(0, 256 + index), Buffer.of(0)]))
  return new Raw(Buffer.concat([head(5, count), ...entries]))
}

const manyFields = Object.fromEntries(Array.from({ length: 1200 }, (_, index) => [`f${index}`, index]))
const deep = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`)
const ceremonies: [what: string, changes: Parameters<typeof registration>[0], expected: Reason | 'accepted'][] = [
  ['CBOR with many keys', { statement: () => filledMap(48_000) }, 'cbor'],
  ['CBOR with many values', { statement: () => Array.from({ length: 48_000 }, () => []) }, 'cbor'],
  ['CBOR with long text', { statement: () => new Map([['x'.repeat(48_000), 0]]) }, 'attestation'],
  ['a COSE key with many labels', { cose: filledMap(48_000) }, 'auth_data'],
  ['many extensions', { flags: 0xc5, tail: filledMap(48_000).bytes }, 'auth_data'],
  ['a slow key', bySlowKey, 'accepted'],
  ['an Ed448 key', { key: keyFor(-53), expected: { algorithms: [-53] } }, 'accepted'],
  ['an ML-DSA-87 key', { key: keyFor(-50) }, 'accepted'],
  ['client data with many fields', { clientData: manyFields }, 'accepted'],
  ['client data with many levels', { clientData: { deep } }, 'accepted'],
  ['client data with escaped quotation marks', { clientData: { text: '"\\'.repeat(3000) } }, 'accepted'],
  ['client data with a long number', { clientDataJSON: `{"type":${'9'.repeat(12_000)}}` }, 'type'],
]
for (const [what, changes, expected] of ceremonies) {
  const body = registration(changes)
  testWork(what, () => verifyRegistration(body), expected)
}

testWork(
  'an assertion of a slow key',
  () =>
    verifyAssertion(
      assertion({
        signature: fitting,
        credential: { algorithm: -257, publicKeySpki: verifyRegistration(registration(bySlowKey)).publicKeySpki },
      }),
    ),
  'signature',
)
testWork('base64url', () => fromBase64url(`${'+/'.repeat(32_000)}*`, 'cbor'), 'cbor')

const leafWith = (leaf: CertificateChanges) => () => packedRegistration({ leaf })
testRejected('packed', [
  ['a certificate of 29 kB', leafWith({ subject: named(attributes(1800)) }), /16384/, 'trust'],
  [
    'a certificate of more than 8 kB',
    leafWith({ extensions: [extension('1.2.3', Buffer.alloc(8192))] }),
    /a certificate of \d+ bytes, more than 8192/,
  ],
  ['33 attributes', leafWith({ subject: named({ ...packedSubject, ...attributes(29) }) }), /not a certificate/],
  [
    'an RSA key of more than 8,192 bits',
    leafWith({ key: createPublicKey({ key: { kty: 'RSA', n: 'f'.repeat(1368), e: 'AQAB' }, format: 'jwk' }) }),
    /RSA key of a certificate is too large/,
  ],
  [
    'an RSA key with an exponent of more than 64 bits',
    leafWith({ key: createPublicKey({ key: { kty: 'RSA', n: 'f'.repeat(342), e: 'f'.repeat(12) }, format: 'jwk' }) }),
    /RSA key of a certificate is too large/,
  ],
  ['33 extensions', leafWith({ subject: named(packedSubject), extensions: extensions(32) }), /33 extensions/],
])
