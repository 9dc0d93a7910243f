import type { CborMap } from '../cbor/decode.ts'
import { reject } from '../errors.ts'
import type { Verdict } from './statement.ts'

/**
 * #sctn-none-attestation: the statement is an empty map.
 * @throws WebAuthnError attestation
 */
export function verifyNone(statement: CborMap): Verdict {
  if (statement.size !== 0) reject('attestation', 'format none must have an empty statement')
  return { type: 'none' }
}
