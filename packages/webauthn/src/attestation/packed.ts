import type { CborMap } from '../cbor/decode.ts'
import { isSignedBy } from '../cose/signature.ts'
import { refuse } from '../refusal.ts'
import { type Attested, requireAlg, requireBytes, requireOnly, signedBytes, type Verdict } from './statement.ts'

/**
 * #sctn-packed-attestation: signed by the credential key itself (self) or by an attestation key (x5c).
 * @throws WebAuthnError attestation
 */
export function verifyPacked(statement: CborMap, attested: Attested): Verdict {
  requireOnly(statement, ['alg', 'sig', 'x5c'], attested)
  if (statement.has('x5c')) refuse('attestation', 'x5c is not supported yet')
  return verifySelf(statement, attested)
}

function verifySelf(statement: CborMap, attested: Attested): Verdict {
  const { number, algorithm, key } = attested.credentialKey
  if (requireAlg(statement) !== number) refuse('attestation', 'alg is not the algorithm of the credential key')
  const signature = requireBytes(statement, 'sig')
  if (!isSignedBy(key, { algorithm, data: signedBytes(attested), signature })) {
    refuse('attestation', 'the statement is not signed by the credential key')
  }
  return { type: 'self', trustPath: [] }
}
