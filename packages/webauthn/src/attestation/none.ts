import type { CborMap } from '../cbor/decode.ts'
import { refuse } from '../refusal.ts'
import type { Verdict } from './statement.ts'

/**
 * #sctn-none-attestation: the statement is an empty map.
 * @throws WebAuthnError attestation
 */
export function verifyNone(statement: CborMap): Verdict {
  if (statement.size !== 0) refuse('attestation', 'format none comes with a statement')
  return { type: 'none' }
}
