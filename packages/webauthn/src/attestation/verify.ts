import type { CborValue } from '../cbor/decode.ts'
import { refuse } from '../refusal.ts'
import { verifyNone } from './none.ts'
import { verifyPacked } from './packed.ts'
import { type Attested, requireMap, type Verdict } from './statement.ts'

/**
 * Dispatches on the format, comparing with case (#sctn-attstn-fmt-ids).
 * @throws WebAuthnError attestation_format, cbor, attestation
 */
export function verifyStatement(format: string, statement: CborValue, attested: Attested): Verdict {
  if (!attested.policy.formats.includes(format)) refuse('attestation_format', 'unsupported attestation format')
  switch (format) {
    case 'none':
      return verifyNone(requireMap(statement))
    case 'packed':
      return verifyPacked(requireMap(statement), attested)
    default:
      refuse('attestation_format', 'unsupported attestation format')
  }
}
