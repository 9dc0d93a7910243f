import type { CborMap } from '../cbor/decode.ts'
import { isSignedBy } from '../cose/signature.ts'
import { reject } from '../errors.ts'
import { type Certificate, oid } from '../x509/certificate.ts'
import { attestationAlgorithm, readLeaf, requireAttestationLeaf, requireSignedByLeaf } from './leaf.ts'
import {
  requireAlg,
  requireBytes,
  requireOnly,
  requireX5c,
  type StatementInput,
  signedBytes,
  type Verdict,
} from './statement.ts'

/**
 * #sctn-packed-attestation: signed by an attestation key (x5c) or by the credential key itself (self). If x5c is
 * present, even empty or of another type, it decides.
 * @throws WebAuthnError attestation
 */
export function verifyPacked(statement: CborMap, attested: StatementInput): Verdict {
  requireOnly(statement, ['alg', 'sig', 'x5c'], attested)
  return statement.has('x5c') ? verifyX5c(statement, attested) : verifySelf(statement, attested)
}

function verifyX5c(statement: CborMap, attested: StatementInput): Verdict {
  const algorithm = attestationAlgorithm(requireAlg(statement))
  const signature = requireBytes(statement, 'sig')
  const x5c = requireX5c(statement)
  const leaf = readLeaf(x5c)
  requireSignedByLeaf(leaf, { algorithm, data: signedBytes(attested), signature }, attested)
  requirePackedSubject(leaf)
  requireAttestationLeaf(leaf, attested)
  return { type: 'basic', leaf, x5c }
}

function verifySelf(statement: CborMap, attested: StatementInput): Verdict {
  const { number, algorithm, key } = attested.credentialKey
  if (requireAlg(statement) !== number) reject('attestation', 'alg is not the algorithm of the credential key')
  const signature = requireBytes(statement, 'sig')
  if (!isSignedBy(key, { algorithm, data: signedBytes(attested), signature })) {
    reject('attestation', 'the statement is not signed by the credential key')
  }
  return { type: 'self' }
}

/** #sctn-packed-attestation-cert-requirements: a two-letter country, an organization, a fixed unit, a common name. */
function requirePackedSubject(leaf: Certificate): void {
  const { subject } = leaf.contents()
  const country = subject.get(oid.country)?.[0] ?? ''
  if (!/^[A-Za-z]{2}$/.test(country)) reject('attestation', 'the attestation certificate has no country')
  if (!subject.get(oid.organization)?.[0]) reject('attestation', 'the attestation certificate has no organization')
  if (!subject.get(oid.commonName)?.[0]) reject('attestation', 'the attestation certificate has no common name')
  const units = subject.get(oid.organizationalUnit) ?? []
  if (units.length !== 1 || units[0] !== 'Authenticator Attestation') {
    reject('attestation', 'the unit of the attestation certificate is not "Authenticator Attestation"')
  }
}
