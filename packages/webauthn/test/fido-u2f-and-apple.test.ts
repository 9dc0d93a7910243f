import { sha256 } from './ceremonies.ts'
import { keyFor, newKey } from './keys.ts'
import { aaguid, appleRegistration, attestationKey, root, u2fRegistration } from './statements.ts'
import { accepted, testRejected } from './verdicts.ts'

const p384 = newKey(-35)
const almostNone = Buffer.concat([Buffer.alloc(15), Buffer.of(1)])

// fido-u2f
testRejected('fido-u2f', [
  ['two certificates', () => u2fRegistration({ fields: { x5c: [root.der, root.der] } }), /exactly one/],
  ['a leaf on P-384', () => u2fRegistration({ leaf: { key: p384.publicKey } }), /P-256/],
  ['an RSA leaf', () => u2fRegistration({ leaf: { key: keyFor(-257).publicKey } }), /P-256/],
  ['a credential key on P-384', () => u2fRegistration({ registration: { key: p384 } }), /P-256/],
  ['an AAGUID of zeros and a one', () => u2fRegistration({ registration: { aaguid: almostNone } }), /AAGUID/],
])
accepted('fido-u2f', [
  ['an AAGUID, tolerated,', () => u2fRegistration({ registration: { aaguid, policy: { u2fZeroAaguid: false } } })],
])

// apple
testRejected('apple', [
  [
    'another nonce',
    () => appleRegistration({ nonce: () => Buffer.concat([Buffer.from('3024a1220420', 'hex'), Buffer.alloc(32)]) }),
    /nonce/,
  ],
  ['a nonce that is not wrapped', () => appleRegistration({ nonce: ({ all }) => sha256(all) }), /nonce/],
  ['no nonce', () => appleRegistration({ leaf: { extensions: [] } }), /nonce/],
  [
    'a certificate for another key',
    () => appleRegistration({ leaf: { key: attestationKey.publicKey } }),
    /credential key/,
  ],
])
accepted('apple', [['alg, as the first devices sent it,', () => appleRegistration({ fields: { alg: -7 } })]])
