import type { AttestedCredential } from '../authenticator-data/parse.ts'
import type { CborMap, CborValue } from '../cbor/decode.ts'
import type { CredentialKey } from '../cose/key.ts'
import { reject } from '../errors.ts'
import type { FullPolicy, RegistrationPolicy } from '../policy.ts'
import type { Certificate } from '../x509/certificate.ts'
import type { AttestationType } from './type.ts'

/** The inputs of a verification procedure (#sctn-defined-attestation-formats). */
export type StatementInput = {
  authData: Buffer
  clientDataHash: Buffer
  credential: AttestedCredential
  credentialKey: CredentialKey
  policy: FullPolicy<RegistrationPolicy>
}

/** The result of a verified statement. */
export type Verdict = { type: 'none' } | { type: 'self' } | CertifiedVerdict

/** A statement with certificates, which are not yet trusted: the leaf, and x5c with the leaf first. */
export type CertifiedVerdict = {
  type: Exclude<AttestationType, 'none' | 'self'>
  leaf: Certificate
  x5c: Buffer[]
  /** why no certificate can make this statement trusted */
  weakness?: string | undefined
}

/** The statement as a map. */
export function requireMap(statement: CborValue): CborMap {
  if (!(statement instanceof Map)) reject('cbor', 'the attestation statement is not a map')
  return statement
}

/** The bytes that most formats sign: authenticator data and client data hash, as received. */
export const signedBytes = ({ authData, clientDataHash }: StatementInput) => Buffer.concat([authData, clientDataHash])

/** Under `strictStatement`: rejects fields that the format does not define. */
export function requireOnly(statement: CborMap, names: readonly string[], { policy }: StatementInput): void {
  if (!policy.strictStatement) return
  for (const name of statement.keys()) {
    if (!names.includes(name as string)) reject('attestation', `unknown field ${name} in the attestation statement`)
  }
}

/** A field that must be a non-empty byte string. */
export function requireBytes(statement: CborMap, name: string): Buffer {
  const value = statement.get(name)
  if (!Buffer.isBuffer(value) || value.length === 0) reject('attestation', `${name} is not a byte string`)
  return value
}

/** The field `alg`, which must be an integer. */
export function requireAlg(statement: CborMap): number {
  const alg = statement.get('alg')
  if (typeof alg !== 'number') reject('attestation', 'alg is not an integer')
  return alg
}

/** The field x5c: an array of at least one byte string, and at most 16,384 bytes. */
export function requireX5c(statement: CborMap): Buffer[] {
  const x5c = statement.get('x5c')
  if (!Array.isArray(x5c) || x5c.length === 0 || !x5c.every((item) => Buffer.isBuffer(item))) {
    reject('attestation', 'x5c is not an array of certificates')
  }
  requireSize(x5c)
  return x5c
}

// Chains have 1,000 to 6,000 bytes; two certificates of ML-DSA-87 have 15,200.
const longestChain = 16_384

/** Bounds the certificates of a statement before any of them is parsed. */
export function requireSize(certificates: readonly Buffer[]): void {
  const size = certificates.reduce((sum, { length }) => sum + length, 0)
  if (size > longestChain) reject('trust', `x5c has ${size} bytes, more than ${longestChain}`)
}

/** The result of an attestation: its type, x5c as received, and whether a trust anchor proves it. */
export type Outcome = { type: AttestationType; trustPath: Buffer[]; trusted: boolean }
