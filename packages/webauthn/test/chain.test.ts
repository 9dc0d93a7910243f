import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifyRegistration } from '../src/index.ts'
import { extension, type Issuer, issue, named, newCa, now } from './certificates.ts'
import { newKey } from './keys.ts'
import {
  aaguid,
  androidRegistration,
  intermediate,
  packedRegistration,
  packedSubject,
  root,
  type StatementChanges,
} from './statements.ts'
import { requireVerdict } from './verdicts.ts'

type Policy = NonNullable<StatementChanges['registration']>['policy']

const policy = (changes: Policy) => ({ registration: { policy: changes } })
const below = (issuer: Issuer, above: Issuer[] = [issuer], changes: Policy = {}) =>
  packedRegistration({ issuer, above: above.map(({ der }) => der), ...policy(changes) })

const otherRoot = newCa('Test Root')
const noCa = newCa('No CA', { parent: root, constraints: { ca: false } })
const noConstraints = newCa('No constraints', { parent: root, constraints: null })
const twice = Array(2).fill(extension('1.2.3', Buffer.of(5, 0)))
const doubled = newCa('Doubled', { parent: root, extensions: twice })
const second = newCa('Second', { parent: intermediate })
const critical = newCa('Critical', { parent: root, extensions: [extension('1.2.3.4', Buffer.of(5, 0), true)] })
const policies = newCa('Policies', {
  parent: root,
  extensions: [extension('2.5.29.32', Buffer.from('300630040602550420', 'hex').subarray(0, 8), true)],
})
const signing = newCa('Signing', {
  parent: root,
  extensions: [extension('2.5.29.15', Buffer.from('03020204', 'hex'), true)],
})
const usages = Buffer.from('300a06082b06010505070302', 'hex')
const names = Buffer.from('3003820178', 'hex')
const one = newCa('One', { parent: root, constraints: { ca: true, pathLength: 1 } })
const belowOne = newCa('Below one', { parent: one })
const vendorCa = { name: named(packedSubject), key: newKey(-7) }
const vendor: Issuer = {
  ...vendorCa,
  der: issue(vendorCa, { constraints: { ca: true }, subject: vendorCa.name, key: vendorCa.key.publicKey }),
}
const shortRoot = newCa('Short root', { constraints: { ca: true, pathLength: 0 } })
const belowShortRoot = newCa('Below', { parent: shortRoot })
const deep: Issuer[] = []
for (let i = 0; i < 9; i++) deep.unshift(newCa(`CA ${i}`, { parent: deep[0] ?? root }))
const lastIssuer = deep[0]!

for (const [what, input, message] of [
  ['an unknown root of the same name in x5c', () => below(otherRoot, [otherRoot]), /holds a root/],
  [
    'the real root appended to a foreign leaf',
    () => below(otherRoot, [root], { rejectRootInX5c: false }),
    /did not issue/,
  ],
  [
    'a certificate that issued nothing, whose contents are not read',
    () => below(otherRoot, [doubled]),
    /did not issue/,
  ],
  ['an issuer whose contents are invalid', () => below(doubled), /extension 1\.2\.3 occurs twice/],
  ['an issuer of another name', () => below({ ...intermediate, name: named({ '2.5.4.3': 'x' }) }), /did not issue/],
  ['an anchor of another name', () => below({ ...root, name: named({ '2.5.4.3': 'x' }) }, []), /no trust anchor/],
  ['no intermediate', () => below(intermediate, []), /no trust anchor/],
  ['an intermediate that is no CA', () => below(noCa), /CA/],
  ['an intermediate without Basic Constraints', () => below(noConstraints), /CA/],
  ['an anchor that is no CA', () => below(noCa, [], { trustAnchors: [noCa.der] }), /no trust anchor/],
  ['a path longer than an intermediate allows', () => below(second, [second, intermediate]), /shorter path/],
  [
    'a path longer than the anchor allows',
    () => below(belowShortRoot, [belowShortRoot], { trustAnchors: [shortRoot.der] }),
    /no trust anchor/,
  ],
  ['an unknown critical extension', () => below(critical), /1\.2\.3\.4/],
  ['more certificates than allowed', () => below(lastIssuer, deep), /10 certificates, more than 8/],
  ['nine certificates', () => below(deep[1]!, deep.slice(1)), /9 certificates, more than 8/],
  ['garbage above the leaf', () => packedRegistration({ above: [Buffer.of(1)] }), /not a certificate/],
  ['no time', () => below(intermediate, [intermediate], { now: Number.NaN }), /not valid/],
  ['no anchors', () => below(intermediate, [intermediate], { trustAnchors: [] }), /no trust anchor/],
  ['a broken anchor', () => below(intermediate, [intermediate], { trustAnchors: [Buffer.of(1)] }), /not a certificate/],
  [
    'an anchor that is no bytes',
    () => below(intermediate, [intermediate], { trustAnchors: ['x' as never] }),
    /byte array/,
  ],
] as const) {
  test(`${what} is rejected for trust`, () => {
    requireVerdict(() => verifyRegistration(input()), 'trust', message)
  })
}

for (const [what, input] of [
  ['an intermediate below the anchor', () => below(intermediate)],
  ['a leaf right below the anchor', () => below(root, [])],
  ['an intermediate as anchor', () => below(intermediate, [], { trustAnchors: [intermediate.der] })],
  [
    'an intermediate as anchor and in x5c',
    () => below(intermediate, [intermediate], { trustAnchors: [intermediate.der] }),
  ],
  ['a root in x5c, tolerated,', () => below(intermediate, [intermediate, root], { rejectRootInX5c: false })],
  ['a path as long as an intermediate allows', () => below(belowOne, [belowOne, one])],
  ['a path too long, tolerated,', () => below(second, [second, intermediate], { strictPathLen: false })],
  ['ten certificates, allowed,', () => below(lastIssuer, deep, { maxChain: 10 })],
  ['a critical certificate policy', () => below(policies)],
  ['a critical key usage', () => below(signing)],
  [
    'a critical extended key usage',
    () => packedRegistration({ leaf: { extensions: [extension('2.5.29.37', usages, true)] } }),
  ],
  [
    'a critical alternative name',
    () => packedRegistration({ leaf: { extensions: [extension('2.5.29.17', names, true)] } }),
  ],
  ['a leaf named like its issuer', () => below(vendor, [], { trustAnchors: [vendor.der] })],
  ['eight certificates', () => below(deep[2]!, deep.slice(2))],
  ['anchors as Uint8Array', () => below(intermediate, [intermediate], { trustAnchors: [new Uint8Array(root.der)] })],
  ['the root of android-key in x5c', () => androidRegistration()],
  ['a leaf in its first second', () => packedRegistration({ leaf: { from: '2026-06-01' } })],
  ['a leaf in its last second', () => packedRegistration({ leaf: { to: '2026-06-01' } })],
] as const) {
  test(`${what} is trusted`, () => assert.equal(verifyRegistration(input()).trusted, true))
}

test('the leaf itself can be the anchor', () => {
  const input = below(otherRoot, [])
  const { trustPath } = verifyRegistration({ ...input, policy: { now, untrustedAttestation: 'none' } })
  assert.equal(verifyRegistration({ ...input, policy: { now, trustAnchors: trustPath } }).trusted, true)
})

test('a chain with keys and signatures of ML-DSA-87 is within the limits', () => {
  const key = newKey(-50)
  const pqRoot = newCa('Root', { key: newKey(-50) })
  const issuer = newCa('Intermediate', { parent: pqRoot, key: newKey(-50) })
  const input = packedRegistration({
    signer: key,
    leaf: { key: key.publicKey },
    issuer,
    above: [issuer.der],
    fields: { alg: -50 },
    ...policy({ trustAnchors: [pqRoot.der] }),
  })
  assert.equal(verifyRegistration(input).trusted, true)
})

test('by policy an untrusted statement counts as none', () => {
  const { trusted, attestationType } = verifyRegistration(below(otherRoot, [], { untrustedAttestation: 'none' }))
  assert.deepEqual([trusted, attestationType], [false, 'basic'])
})

test('anchors can be looked up by format and model', () => {
  const asked: string[][] = []
  const trustAnchors = (...question: string[]) => {
    asked.push(question)
    return [root.der]
  }
  assert.equal(verifyRegistration(below(intermediate, [intermediate], { trustAnchors })).trusted, true)
  assert.deepEqual(asked, [['packed', '0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0']])
  assert.equal(aaguid.length, 16)
})
