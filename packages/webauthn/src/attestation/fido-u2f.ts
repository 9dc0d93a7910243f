import type { CborMap } from '../cbor/decode.ts'
import { type Algorithm, algorithms, p256 } from '../cose/algorithms.ts'
import { reject } from '../errors.ts'
import { readLeaf, requireSignedByLeaf } from './leaf.ts'
import { requireBytes, requireOnly, requireX5c, type StatementInput, type Verdict } from './statement.ts'

const es256 = algorithms.get(-7) as Algorithm

/**
 * #sctn-fido-u2f-attestation: one certificate with a P-256 key, over the message of U2F registrations.
 * @throws WebAuthnError attestation
 */
export function verifyFidoU2f(statement: CborMap, attested: StatementInput): Verdict {
  requireOnly(statement, ['sig', 'x5c'], attested)
  const signature = requireBytes(statement, 'sig')
  const x5c = requireX5c(statement)
  if (x5c.length !== 1) reject('attestation', 'x5c must hold exactly one certificate')
  const leaf = readLeaf(x5c)
  if (leaf.key.asymmetricKeyDetails?.namedCurve !== p256.node) {
    reject('attestation', 'the attestation key is not on P-256')
  }
  requireSignedByLeaf(leaf, { algorithm: es256, data: u2fMessage(attested), signature }, attested)
  if (attested.policy.u2fZeroAaguid && attested.credential.aaguid.some((byte) => byte !== 0)) {
    reject('attestation', 'a U2F authenticator has no AAGUID')
  }
  return { type: 'basic', leaf, x5c }
}

function u2fMessage({ authData, clientDataHash, credential, credentialKey }: StatementInput): Buffer {
  const { algorithm, spki } = credentialKey
  if (algorithm !== es256) reject('attestation', 'a U2F credential key is on P-256')
  const point = spki.subarray(p256.spkiPrefix.length - 1)
  return Buffer.concat([Buffer.of(0), authData.subarray(0, 32), clientDataHash, credential.id, point])
}
