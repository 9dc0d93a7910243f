import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { aaguid, installation } from '@thumbturn/service-harness/metadata-installation.ts'
import {
  blob,
  intermediate,
  leaf,
  otherRoot,
  party,
  payload,
  pem,
  root,
  trust,
} from '@thumbturn/service-harness/metadata-service.ts'
import { fidoAlliance, readTrustFile } from '../../../src/adapters/metadata/root.ts'

for (const [what, signed] of [
  ['ES256', () => blob()],
  ['RS256', () => blob(payload(), { signer: party(intermediate, { kind: 'rsa' }) })],
  ['ES256, with the root in x5c', () => blob(payload(), { chain: [leaf, intermediate, root] })],
  ['ES256, by the root itself', () => blob(payload(), { signer: root, chain: [root] })],
  ['ES256, with a line break behind it', () => `${blob()}\n`],
] as const) {
  test(`a list signed by ${what} is used`, async (t) => {
    const metadata = installation(t, signed()).opened()
    await metadata.reload()
    assert.equal(metadata.state().problem, undefined)
    assert.equal(metadata.state().no, 7)
  })
}

const otherSigner = party(otherRoot)
const otherContent = Buffer.from(JSON.stringify(payload({ no: 9 }))).toString('base64url')

for (const [what, jws, problem] of [
  [
    'with another payload than was signed (Metadata F-2)',
    () => blob().replace(/\.[^.]+\./, `.${otherContent}.`),
    /signature is wrong/,
  ],
  [
    'signed by another key than that of its leaf',
    () => blob(payload(), { signer: otherSigner, chain: [leaf, intermediate] }),
    /signature is wrong/,
  ],
  [
    'below an unknown root (Metadata F-3)',
    () => blob(payload(), { signer: otherSigner, chain: [otherSigner, otherRoot] }),
    /no root that is trusted/,
  ],
  ['without its intermediate', () => blob(payload(), { chain: [leaf] }), /no root that is trusted/],
  [
    'with its chain in the wrong order',
    () => blob(payload(), { chain: [intermediate, leaf] }),
    /did not issue|signature is wrong/,
  ],
  [
    'with an expired leaf',
    () => blob(payload(), { signer: party(intermediate, { to: '2026-11-19' }) }),
    /certificate 0 of x5c is not valid/,
  ],
  [
    'with a leaf of the future',
    () => blob(payload(), { signer: party(intermediate, { from: '2026-11-21' }) }),
    /certificate 0 of x5c is not valid/,
  ],
  ['with an expired intermediate', expiredIntermediate, /certificate 1 of x5c is not valid/],
  ['with an intermediate that is no CA', () => belowNoCa(), /is no CA/],
  ['with a path that is too long', tooLong, /shorter path/],
  [
    'with an unknown critical extension',
    () => blob(payload(), { signer: party(intermediate, { critical: '1.2.3.4' }) }),
    /critical extension/,
  ],
  ['with 9 certificates', () => blob(payload(), { chain: Array<typeof leaf>(9).fill(leaf) }), /1 to 8 certificates/],
  ['without x5c', () => blob(payload(), { header: { x5c: undefined } }), /no x5c/],
  ['with an empty x5c', () => blob(payload(), { header: { x5c: [] } }), /1 to 8 certificates/],
  ['with something else in x5c', () => blob(payload(), { header: { x5c: ['AAAA'] } }), /./],
  ['with alg none', () => blob(payload(), { header: { alg: 'none' } }), /"none", not RS256 or ES256/],
  ['with alg HS256', () => blob(payload(), { header: { alg: 'HS256' } }), /"HS256", not RS256/],
  ["with another key type's algorithm", () => blob(payload(), { header: { alg: 'RS256' } }), /signature is wrong/],
  ['with critical header fields', () => blob(payload(), { header: { crit: ['b64'] } }), /critical fields/],
  ['of two parts', () => blob().split('.').slice(0, 2).join('.'), /three parts/],
  ['that is empty', () => '', /three parts/],
  ['that is garbage', () => '\0\u{1f600}.\xff.{}', /JSON/],
  ['that was truncated', () => blob().slice(0, -10), /signature is wrong/],
  ['with an invalid payload', () => blob({ hello: 'world' }), /no, nextUpdate and entries/],
  ['without a valid nextUpdate', () => blob(payload({ nextUpdate: 'soon' })), /no, nextUpdate and entries/],
] as const) {
  test(`a list ${what} is rejected, and the last valid one stays in use`, async (t) => {
    const { opened, publish, kept } = installation(t, blob(payload({ no: 5 })))
    const metadata = opened()
    await metadata.reload()
    publish(jws())
    await metadata.reload()
    assert.match(metadata.state().problem ?? '', problem)
    assert.equal(metadata.state().no, 5)
    assert.equal(metadata.findStatement(aaguid)?.status, 'good')
    assert.equal(readFileSync(kept, 'utf8'), blob5(kept))
  })
}

/** Returns a list with number 5 from the cached copy. */
function blob5(file: string): string {
  const text = readFileSync(file, 'utf8')
  assert.equal(JSON.parse(Buffer.from(text.split('.')[1]!, 'base64url').toString()).no, 5)
  return text
}

function expiredIntermediate() {
  const expired = party(root, { pathLength: 0, to: '2026-11-19' })
  const signer = party(expired)
  return blob(payload(), { signer, chain: [signer, expired] })
}

function belowNoCa() {
  const signer = party(leaf)
  return blob(payload(), { signer, chain: [signer, leaf, intermediate] })
}

function tooLong() {
  const second = party(intermediate, { pathLength: 'any' })
  const signer = party(second)
  return blob(payload(), { signer, chain: [signer, second, intermediate] })
}

test('only a signer of the FIDO Alliance can sign below its public root', async (t) => {
  const { roots, signerDomain } = fidoAlliance()
  assert.equal(
    roots[0]?.fingerprint256,
    'CB:B5:22:D7:B7:F1:27:AD:6A:01:13:86:5B:DF:1C:D4:10:2E:7D:07:59:AF:63:5A:7C:F4:72:0D:C9:63:C5:3B',
  )
  for (const [host, accepted] of [
    ['mds.fidoalliance.org', true],
    ['fidoalliance.org', true],
    ['evil.example', false],
    ['notfidoalliance.org', false],
    ['fidoalliance.org.evil.example', false],
    [undefined, false],
  ] as const) {
    const signer = party(intermediate, { host })
    const metadata = installation(t, blob(payload(), { signer })).opened({ trust: { ...trust, signerDomain } })
    await metadata.reload()
    assert.equal(metadata.state().no, accepted ? 7 : undefined, `${host}: ${metadata.state().problem}`)
  }
})

test('the operator can configure other roots in a PEM or DER file', (t) => {
  const { folder } = installation(t)
  const write = (name: string, content: string | Buffer) => {
    const file = join(folder, name)
    writeFileSync(file, content)
    return file
  }
  const fingerprints = (path: string) => readTrustFile(path).roots.map((certificate) => certificate.raw.toString('hex'))
  assert.deepEqual(fingerprints(write('root.der', root.der)), [root.der.toString('hex')])
  assert.deepEqual(fingerprints(write('roots.pem', `${pem(root.der)}\n${pem(otherRoot.der)}`)), [
    root.der.toString('hex'),
    otherRoot.der.toString('hex'),
  ])
  assert.throws(() => readTrustFile(write('none.pem', 'hello')), /none\.pem must hold certificates/)
  assert.equal(existsSync(join(folder, 'data')), false)
})
