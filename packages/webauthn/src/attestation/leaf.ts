import { type Algorithm, algorithms } from '../cose/algorithms.ts'
import { isCertificateKeyForAlgorithm, isSignedBy } from '../cose/signature.ts'
import { reject } from '../errors.ts'
import { type Certificate, readCertificate } from '../x509/certificate.ts'
import type { StatementInput } from './statement.ts'

/** The attestation certificate: the first of x5c. */
export const readLeaf = (x5c: readonly Buffer[]): Certificate => readCertificate(x5c[0]!, 'attestation')

/** The algorithm that the statement names. */
export function attestationAlgorithm(alg: number): Algorithm {
  const algorithm = algorithms.get(alg)
  if (!algorithm) reject('attestation', `unsupported attestation algorithm ${alg}`)
  return algorithm
}

/**
 * Checks that the leaf's key signed the data, with the statement's algorithm.
 * @throws WebAuthnError attestation
 */
export function requireSignedByLeaf(
  { key }: Certificate,
  signed: { algorithm: Algorithm; data: Buffer; signature: Buffer },
  { policy }: StatementInput,
): void {
  if (!isCertificateKeyForAlgorithm(key, signed.algorithm, { curve: policy.strictAttestationAlg })) {
    reject('attestation', 'the key of the attestation certificate does not match alg')
  }
  if (!isSignedBy(key, signed)) reject('attestation', 'the statement is not signed by the attestation certificate')
}

/** The leaf of android-key and apple certifies the credential key itself. */
export function requireLeafOfCredential({ key }: Certificate, { credentialKey }: StatementInput): void {
  if (!key.equals(credentialKey.key)) reject('attestation', 'the certificate does not certify the credential key')
}

const aaguidExtension = '1.3.6.1.4.1.45724.1.1.4'

/**
 * Shared requirements of packed and tpm leaves: version 3, CA false, and id-fido-gen-ce-aaguid, if present, is not
 * critical and equals the AAGUID, which is an OCTET STRING inside the extension's own.
 * @throws WebAuthnError attestation
 */
export function requireAttestationLeaf(leaf: Certificate, { credential, policy }: StatementInput): void {
  const { version, basicConstraints, extensions } = leaf.contents()
  if (version !== 3) reject('attestation', 'the attestation certificate does not have version 3')
  if (basicConstraints ? basicConstraints.cA : policy.strictBasicConstraints) {
    reject('attestation', 'the attestation certificate is not marked as a non-CA')
  }
  const aaguid = extensions.get(aaguidExtension)
  if (!aaguid) return
  if (aaguid.critical) reject('attestation', 'the AAGUID extension is critical')
  if (!aaguid.value.equals(Buffer.concat([octetString16, credential.aaguid]))) {
    reject('attestation', 'the AAGUID extension does not match the AAGUID of the authenticator data')
  }
}

const octetString16 = Buffer.from([0x04, 0x10])
