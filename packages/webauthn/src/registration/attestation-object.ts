import { type CborRules, type CborValue, decodeOnly } from '../cbor/decode.ts'
import { reject } from '../errors.ts'
import type { CeremonyPolicy, FullPolicy } from '../policy.ts'

/** The three fields of #sctn-generating-an-attestation-object. */
export type AttestationObject = { format: string; statement: CborValue; authData: Buffer }

/**
 * Parses an attestation object.
 * @throws WebAuthnError cbor
 */
export function parseAttestationObject(bytes: Buffer, policy: FullPolicy<CeremonyPolicy>): AttestationObject {
  const object = decodeOnly(bytes, { form: toCborForm(policy), reason: 'cbor' })
  if (!(object instanceof Map)) reject('cbor', 'the attestation object is not a map')
  const format = object.get('fmt')
  const statement = object.get('attStmt')
  const authData = object.get('authData')
  if (typeof format !== 'string') reject('cbor', 'fmt is not a string')
  if (!(statement instanceof Map) && !Array.isArray(statement)) reject('cbor', 'attStmt is neither a map nor an array')
  if (!Buffer.isBuffer(authData)) reject('cbor', 'authData is not a byte string')
  if (policy.strictCbor && object.size !== 3) reject('cbor', 'the attestation object has unknown fields')
  return { format, statement, authData }
}

function toCborForm({ strictCbor }: FullPolicy<CeremonyPolicy>): CborRules['form'] {
  if (strictCbor === 'any-order') return 'any-order'
  return strictCbor ? 'canonical' : 'lenient'
}
