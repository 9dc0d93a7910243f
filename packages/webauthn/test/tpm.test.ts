import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GeneralName, SubjectAlternativeName } from '@peculiar/asn1-x509'
import { type RegistrationPolicy, verifyRegistration } from '../src/index.ts'
import { sha256, uint16 } from './ceremonies.ts'
import { der, extension, named } from './certificates.ts'
import { keyFor, newKey, type TestKey } from './keys.ts'
import {
  attestationKey,
  certification,
  deviceExtension,
  publicArea,
  tpmDevice,
  tpmRegistration,
  usageExtension,
  windowsRegistration,
} from './statements.ts'
import { accepted, testRejected } from './verdicts.ts'

const p384 = newKey(-35)

const rsa = keyFor(-257)
const hostExtension = extension('2.5.29.17', der(new SubjectAlternativeName([new GeneralName({ dNSName: 'x' })])))
const device = (changes: Record<string, string | undefined>) => ({
  leaf: {
    extensions: [deviceExtension(named(JSON.parse(JSON.stringify({ ...tpmDevice, ...changes })))), usageExtension()],
  },
})
testRejected('tpm', [
  ['version 1.2', () => tpmRegistration({ fields: { ver: '1.2' } }), /2\.0/],
  ['no version', () => tpmRegistration({ fields: { ver: undefined } }), /2\.0/],
  ['no certInfo', () => tpmRegistration({ fields: { certInfo: undefined } }), /certInfo/],
  ['no pubArea', () => tpmRegistration({ fields: { pubArea: undefined } }), /pubArea/],
  ['an algorithm without hash', () => tpmRegistration({ alg: -8 }), /hash/],
  ['another type', () => tpmRegistration({ parts: { type: 0x8018 } }), /certify/],
  ['another name', () => tpmRegistration({ parts: { name: Buffer.alloc(34) } }), /another key/],
  [
    'a changed certInfo',
    () =>
      tpmRegistration({
        fields: { sig: attestationKey.sign(certification({ extraData: sha256(''), name: sha256('') })) },
      }),
    /not signed/,
  ],
  ['a cut certInfo', () => tpmRegistration({ certInfo: (good) => good.subarray(0, -1) }), /truncated/],
  [
    'bytes after certInfo',
    () => tpmRegistration({ certInfo: (good) => Buffer.concat([good, Buffer.of(0)]) }),
    /^1 bytes after a TPM/,
  ],
  [
    'bytes after pubArea',
    () => tpmRegistration({ area: Buffer.concat([publicArea(keyFor(-7)), Buffer.of(0)]) }),
    /^1 bytes after a TPM/,
  ],
  ['a cut pubArea', () => tpmRegistration({ area: publicArea(keyFor(-7)).subarray(0, -1) }), /truncated/],
  [
    'a symmetric key in pubArea',
    () => tpmRegistration({ area: Buffer.concat([uint16(8), Buffer.alloc(20)]) }),
    /neither/,
  ],
  ['an unknown curve in pubArea', () => tpmRegistration({ area: publicArea(keyFor(-7), { curve: 1 }) }), /curve/],
  [
    'a point off the curve in pubArea',
    () => tpmRegistration({ area: publicArea(keyFor(-7), { curve: 4 }) }),
    /no valid key/,
  ],
  ['coordinates too long for the curve', () => tpmRegistration({ area: publicArea(p384) }), /no valid key/],
  ['SHA-1 as name hash', () => tpmRegistration({ area: publicArea(keyFor(-7), { nameAlgorithm: 4 }) }), /named/],
  ['a subject', () => tpmRegistration({ leaf: { subject: named({ '2.5.4.3': 'x' }) } }), /empty/],
  ['no device', () => tpmRegistration({ leaf: { extensions: [usageExtension()] } }), /name its TPM/],
  [
    'garbage as device',
    () => tpmRegistration({ leaf: { extensions: [extension('2.5.29.17', Buffer.of(1)), usageExtension()] } }),
    /garbage/,
  ],
  [
    'a host name as device',
    () => tpmRegistration({ leaf: { extensions: [hostExtension, usageExtension()] } }),
    /model/,
  ],
  ['no model', () => tpmRegistration(device({ '2.23.133.2.2': undefined })), /model/],
  ['no firmware version', () => tpmRegistration(device({ '2.23.133.2.3': undefined })), /version/],
  ['no manufacturer', () => tpmRegistration(device({ '2.23.133.2.1': undefined })), /manufacturer/],
  ['an unknown manufacturer', () => tpmRegistration(device({ '2.23.133.2.1': 'id:00000000' })), /manufacturer/],
  ['no key usage', () => tpmRegistration({ leaf: { extensions: [deviceExtension()] } }), /has no extended key usage/],
  [
    'garbage as key usage',
    () => tpmRegistration({ leaf: { extensions: [deviceExtension(), extension('2.5.29.37', Buffer.of(1))] } }),
    /garbage/,
  ],
  [
    'another key usage',
    () => tpmRegistration({ leaf: { extensions: [deviceExtension(), usageExtension('2.23.133.8.1')] } }),
    /AIK/,
  ],
  ['a CA as AIK', () => tpmRegistration({ leaf: { constraints: { ca: true } } }), /CA/],
])
const lenientTpm = { policy: { strictTpm: false } }
const windowsUnder = (policy: RegistrationPolicy) => () => windowsRegistration({ registration: { policy } })
const p521 = keyFor(-36)
/** A P-256 key of which a coordinate begins with a zero: one in 128. */
function keyWithZero(): TestKey {
  for (;;) {
    const key = newKey(-7)
    if ([-2, -3].some((label) => (key.cose.get(label) as Buffer)[0] === 0)) return key
  }
}
const withZero = keyWithZero()
accepted('tpm', [
  [
    'Windows Hello under RS1, unverified,',
    windowsUnder({ tpmSha1: 'unverified', untrustedAttestation: 'none', trustAnchors: [] }),
  ],
  ['ES256 where RS1 is allowed', () => tpmRegistration({ registration: { policy: { tpmSha1: true } } })],
  ['a key named with SHA-384', () => tpmRegistration({ naming: [0x000c, 'sha384'] })],
  ['a key named with SHA-512', () => tpmRegistration({ naming: [0x000d, 'sha512'] })],
  ['a P-521 key', () => tpmRegistration({ area: publicArea(p521, { curve: 5 }), registration: { key: p521 } })],
  [
    'a coordinate without its leading zero',
    () => tpmRegistration({ area: publicArea(withZero, { short: true }), registration: { key: withZero } }),
  ],
  [
    'an RSA key with its exponent written out',
    () => tpmRegistration({ area: publicArea(rsa, { exponent: 65537 }), registration: { key: rsa } }),
  ],
  [
    'an RSA key with scheme',
    () => tpmRegistration({ area: publicArea(rsa, { restricted: true }), registration: { key: rsa } }),
  ],
  ['a P-256 key with scheme and kdf', () => tpmRegistration({ area: publicArea(keyFor(-7), { restricted: true }) })],
  ['a P-384 key', () => tpmRegistration({ area: publicArea(p384, { curve: 4 }), registration: { key: p384 } })],
  [
    'bytes after certInfo, tolerated,',
    () => tpmRegistration({ certInfo: (good) => Buffer.concat([good, Buffer.of(0)]), registration: lenientTpm }),
  ],
  [
    'a listed manufacturer in small letters',
    () =>
      tpmRegistration({
        ...device({ '2.23.133.2.1': 'id:ffffF1d0' }),
        registration: { policy: { tpmVendors: ['id:FFFFf1d0'] } },
      }),
  ],
])

test('tpm: a statement under RS1 is trusted only where RS1 counts like any other algorithm', () => {
  const isTrusted = (policy: RegistrationPolicy) => verifyRegistration(windowsUnder(policy)()).trusted
  assert.equal(isTrusted({ tpmSha1: true, untrustedAttestation: 'none' }), true)
  assert.equal(isTrusted({ tpmSha1: 'unverified', untrustedAttestation: 'none' }), false)
})

testRejected('tpm', [
  ['Windows Hello under RS1', windowsUnder({}), /unsupported attestation algorithm -65535/],
  ['unverified RS1 where trust is required', windowsUnder({ tpmSha1: 'unverified' }), /SHA-1/, 'trust'],
  [
    'unverified RS1 over another registration',
    () =>
      windowsRegistration({
        parts: { extraData: Buffer.alloc(20) },
        registration: { policy: { tpmSha1: 'unverified', untrustedAttestation: 'none' } },
      }),
    /this registration/,
  ],
])

// The TCG TPM Vendor ID Registry, by the four characters of each manufacturer
const manufacturers =
  'AMD|ANT|ATML|BRCM|CSCO|FLYS|GOOG|HISI|HPE|HPI|IBM|IFX|INTC|LEN|MSFT|NSG|NSM |NTC|NTZ|QCOM|ROCC|SMSN|SMSC|SNS|STM |TXN|WEC'
const vendorId = (name: string) => `id:${Buffer.from(name.padEnd(4, '\0')).toString('hex')}`
accepted(
  'tpm',
  manufacturers
    .split('|')
    .map((name) => [`manufacturer ${name}`, () => tpmRegistration(device({ '2.23.133.2.1': vendorId(name) }))]),
)
