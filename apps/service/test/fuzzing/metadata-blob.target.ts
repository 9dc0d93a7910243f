import assert from 'node:assert/strict'
import { sign, X509Certificate } from 'node:crypto'
import { now, party } from '@thumbturn/service-harness/metadata-service.ts'
import type { FuzzTarget } from '@thumbturn/testkit/fuzzing/target.ts'
import { type Blob, readBlob } from '../../src/adapters/metadata/blob.ts'
import { parseJson } from './parse-json.ts'

const root = party(undefined, { pathLength: 'any' })
const signer = party(root, { host: 'mds.example.com' })
const requirements = { roots: [new X509Certificate(root.der)], at: now, signerDomain: 'example.com' }

function createBlob(payload: Buffer): string {
  const header = { alg: 'ES256', x5c: [signer.der.toString('base64')] }
  const text = `${Buffer.from(JSON.stringify(header)).toString('base64url')}.${payload.toString('base64url')}`
  const signature = sign('sha256', Buffer.from(text), { key: signer.privateKey, dsaEncoding: 'ieee-p1363' })
  return `${text}.${signature.toString('base64url')}`
}

/** The list; undefined if it is rejected with an Error that says what is wrong, and not with one that a bug throws. */
function read(jws: string): Blob | undefined {
  try {
    return readBlob(jws, requirements)
  } catch (error) {
    // OpenSSL's errors about certificates have a code.
    if (error instanceof Error && (error.constructor === Error || 'code' in error)) return undefined
    throw error
  }
}

function requireShowable({ models }: Blob) {
  for (const { name, icon, anchors, algorithms } of models) {
    assert.match(name, /^\P{Cc}{0,128}$/u)
    if (icon !== undefined) assert.match(icon, /^data:image\/[a-z+]+;base64,/)
    for (const anchor of anchors) assert.ok(new X509Certificate(anchor).raw.equals(anchor))
    assert.ok(algorithms.every((algorithm) => typeof algorithm === 'number'))
  }
}

const statement = {
  description: 'Key',
  protocolFamily: 'fido2',
  attestationRootCertificates: [root.der.toString('base64')],
  attestationTypes: ['basic_full'],
  authenticationAlgorithms: ['secp256r1_ecdsa_sha256_raw'],
  icon: 'data:image/png;base64,AAAA',
  keyProtection: ['hardware'],
  authenticatorGetInfo: { algorithms: [{ alg: -8 }] },
}
const payload = {
  no: 1,
  nextUpdate: '2026-12-01',
  entries: [
    {
      aaguid: '00112233-4455-6677-8899-aabbccddeeff',
      statusReports: [{ status: 'FIDO_CERTIFIED', effectiveDate: '2026-01-01' }],
      metadataStatement: statement,
    },
    { statusReports: [], metadataStatement: { ...statement, protocolFamily: 'u2f' } },
  ],
}
const genuine = Buffer.from(JSON.stringify(payload))
const signed = createBlob(genuine)

export const target: FuzzTarget = {
  promise:
    'a metadata BLOB is read or rejected with an Error in words; what was signed is read into names, icons, and certificates that are safe to show and use, and nothing is read that was not signed',
  sources: ['apps/service/src/adapters/metadata/{algorithms,blob,chain,signature}.ts'],
  isJson: true,
  seeds: [genuine, signed, JSON.stringify({ ...payload, entries: [{}, null, 1] })],
  longest: 8_192,
  run(input) {
    const isSigned = parseJson(input) === undefined
    const blob = read(isSigned ? input.toString() : createBlob(input))
    if (!blob) return false
    if (isSigned) assert.deepEqual(Buffer.from(input.toString().trim().split('.')[1]!, 'base64url'), genuine)
    requireShowable(blob)
    return true
  },
  planted: {
    without: 'the check of the signature',
    file: 'apps/service/src/adapters/metadata/signature.ts',
    check: "if (!isSignedBy(leaf.publicKey, alg, signed)) throw new Error('its signature is wrong')",
  },
}
