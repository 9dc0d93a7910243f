import type { CborMap } from '../cbor/decode.ts'
import { reject } from '../errors.ts'
import { hash } from '../hash.ts'
import { readLeaf, requireLeafOfCredential } from './leaf.ts'
import { requireOnly, requireX5c, type StatementInput, signedBytes, type Verdict } from './statement.ts'

const nonceExtension = '1.2.840.113635.100.8.2'

// SEQUENCE { [1] EXPLICIT OCTET STRING of 32 bytes }
const beforeNonce = Buffer.from('3024a1220420', 'hex')

/**
 * #sctn-apple-anonymous-attestation: a certificate for the credential key, issued for this registration.
 * @throws WebAuthnError attestation
 */
export function verifyApple(statement: CborMap, attested: StatementInput): Verdict {
  // The first devices also sent alg.
  requireOnly(statement, ['alg', 'x5c'], attested)
  const x5c = requireX5c(statement)
  const leaf = readLeaf(x5c)
  const nonce = hash('sha256', signedBytes(attested))
  const extension = leaf.contents().extensions.get(nonceExtension)
  if (!extension?.value.equals(Buffer.concat([beforeNonce, nonce]))) {
    reject('attestation', 'the certificate does not contain the nonce of this registration')
  }
  requireLeafOfCredential(leaf, attested)
  return { type: 'anonca', leaf, x5c }
}
