import { type CborRules, type CborValue, decodeOnly } from '../cbor/decode.ts'
import type { CeremonyPolicy, Settled } from '../policy.ts'
import { refuse } from '../refusal.ts'

/** The three members of #sctn-generating-an-attestation-object. */
export type AttestationObject = { format: string; statement: CborValue; authData: Buffer }

/**
 * Takes an attestation object apart.
 * @throws WebAuthnError cbor
 */
export function parseAttestationObject(bytes: Buffer, policy: Settled<CeremonyPolicy>): AttestationObject {
  const object = decodeOnly(bytes, { form: toCborForm(policy), reason: 'cbor' })
  if (!(object instanceof Map)) refuse('cbor', 'the attestation object is not a map')
  const format = object.get('fmt')
  const statement = object.get('attStmt')
  const authData = object.get('authData')
  if (typeof format !== 'string') refuse('cbor', 'fmt is not text')
  if (!(statement instanceof Map) && !Array.isArray(statement)) refuse('cbor', 'attStmt is neither a map nor an array')
  if (!Buffer.isBuffer(authData)) refuse('cbor', 'authData is not a byte string')
  if (policy.strictCbor && object.size !== 3) refuse('cbor', 'the attestation object has unknown members')
  return { format, statement, authData }
}

function toCborForm({ strictCbor }: Settled<CeremonyPolicy>): CborRules['form'] {
  if (strictCbor === 'any-order') return 'any-order'
  return strictCbor ? 'canonical' : 'lenient'
}
