import type { CborMap } from '../cbor/decode.ts'
import { refuse } from '../refusal.ts'
import { type AuthorizationList, readKeyDescription } from './android-key-description.ts'
import { attestationAlgorithm, readLeaf, requireLeafOfCredential, requireSignedByLeaf } from './leaf.ts'
import {
  type Attested,
  requireAlg,
  requireBytes,
  requireOnly,
  requireX5c,
  signedBytes,
  type Verdict,
} from './statement.ts'

const keyDescription = '1.3.6.1.4.1.11129.2.1.17'

// Keymaster's names and numbers
const purposeSign = 2
const originGenerated = 0

/**
 * #sctn-android-key-attestation: the leaf certifies the credential key and describes how the keystore guards it.
 * @throws WebAuthnError attestation
 */
export function verifyAndroidKey(statement: CborMap, attested: Attested): Verdict {
  requireOnly(statement, ['alg', 'sig', 'x5c'], attested)
  const algorithm = attestationAlgorithm(requireAlg(statement))
  const signature = requireBytes(statement, 'sig')
  const x5c = requireX5c(statement)
  const leaf = readLeaf(x5c)
  requireSignedByLeaf(leaf, { algorithm, data: signedBytes(attested), signature }, attested)
  requireLeafOfCredential(leaf, attested)
  const extension = leaf.extensions.get(keyDescription)
  if (!extension) refuse('attestation', 'the certificate does not describe its key')
  requireDescription(extension.value, attested)
  return { type: 'basic', leaf, x5c }
}

function requireDescription(der: Buffer, { clientDataHash, policy }: Attested): void {
  const { challenge, software, hardware } = readKeyDescription(der)
  if (!challenge.equals(clientDataHash)) refuse('attestation', 'the key was not made for this registration')
  if (software.allApplications || hardware.allApplications) {
    refuse('attestation', 'the key may be used by all applications')
  }
  if (!policy.androidRequireOrigin) return
  const believed = policy.androidTeeOnly ? [hardware] : [hardware, software]
  if (findKeyOrigin(believed) !== originGenerated) refuse('attestation', 'the key was not generated in the keystore')
  if (!believed.some(({ purposes }) => purposes.includes(purposeSign)))
    refuse('attestation', 'the key is not one to sign')
}

const findKeyOrigin = (lists: AuthorizationList[]) => lists.find(({ origin }) => origin !== undefined)?.origin
