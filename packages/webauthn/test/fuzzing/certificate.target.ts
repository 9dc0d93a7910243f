import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { attempt, type FuzzTarget } from '@thumbturn/testkit/fuzzing/target.ts'
import { WebAuthnError } from '../../src/index.ts'
import { readCertificate } from '../../src/x509/certificate.ts'
import { androidRegistration, intermediate, packedRegistration, root, tpmRegistration } from '../statements.ts'
import { decodeObject, mutateDer } from '../structure-mutator.ts'

const listCertificates = ({ response }: { response: { attestationObject: string } }) =>
  (decodeObject(response.attestationObject).get('attStmt') as Map<string, Buffer[]>).get('x5c')!

const registrations = [packedRegistration(), tpmRegistration(), androidRegistration()]

export const target: FuzzTarget = {
  promise:
    'bytes are read as a certificate or rejected by a WebAuthnError; a certificate that is read is exactly these bytes, and no authority for OpenSSL that is none for us',
  sources: ['packages/webauthn/src/x509/{asn1,certificate}.ts'],
  seeds: [root.der, intermediate.der, ...registrations.flatMap(listCertificates)],
  longest: 8_400,
  mutate: mutateDer,
  run(input) {
    const certificate = attempt(WebAuthnError, () => readCertificate(input, 'attestation'))
    const contents = certificate && attempt(WebAuthnError, () => certificate.contents())
    if (!contents) return false
    const other = new X509Certificate(input)
    assert.deepEqual(other.raw, input)
    if (other.ca) assert.equal(contents.basicConstraints?.cA, true)
    return true
  },
  planted: {
    without: 'the comparison of a certificate with the bytes that were sent',
    file: 'packages/webauthn/src/x509/certificate.ts',
    check: "if (!x509.raw.equals(der)) reject(reason, 'not exactly one DER certificate')",
  },
}
