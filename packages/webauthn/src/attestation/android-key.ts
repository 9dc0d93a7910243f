import type { CborMap } from '../cbor/decode.ts'
import { reject } from '../errors.ts'
import { type AuthorizationList, readKeyDescription } from './android-key-description.ts'
import { attestationAlgorithm, readLeaf, requireLeafOfCredential, requireSignedByLeaf } from './leaf.ts'
import {
  requireAlg,
  requireBytes,
  requireOnly,
  requireX5c,
  type StatementInput,
  signedBytes,
  type Verdict,
} from './statement.ts'

const keyDescription = '1.3.6.1.4.1.11129.2.1.17'

// Names and numbers from Keymaster.
const purposeSign = 2
const originGenerated = 0

/**
 * #sctn-android-key-attestation: the leaf certifies the credential key and describes its protection in the keystore.
 * @throws WebAuthnError attestation
 */
export function verifyAndroidKey(statement: CborMap, attested: StatementInput): Verdict {
  requireOnly(statement, ['alg', 'sig', 'x5c'], attested)
  const algorithm = attestationAlgorithm(requireAlg(statement))
  const signature = requireBytes(statement, 'sig')
  const x5c = requireX5c(statement)
  const leaf = readLeaf(x5c)
  requireSignedByLeaf(leaf, { algorithm, data: signedBytes(attested), signature }, attested)
  requireLeafOfCredential(leaf, attested)
  const extension = leaf.contents().extensions.get(keyDescription)
  if (!extension) reject('attestation', 'the certificate does not describe its key')
  requireDescription(extension.value, attested)
  return { type: 'basic', leaf, x5c }
}

function requireDescription(der: Buffer, { clientDataHash, policy }: StatementInput): void {
  const { challenge, software, hardware } = readKeyDescription(der)
  if (!challenge.equals(clientDataHash)) reject('attestation', 'the key was not made for this registration')
  if (software.allApplications || hardware.allApplications) {
    reject('attestation', 'all applications can use the key')
  }
  if (!policy.androidRequireOrigin) return
  const believed = policy.androidTeeOnly ? [hardware] : [hardware, software]
  if (findKeyOrigin(believed) !== originGenerated) reject('attestation', 'the key was not generated in the keystore')
  if (!believed.some(({ purposes }) => purposes.includes(purposeSign)))
    reject('attestation', 'the key is not a signing key')
}

const findKeyOrigin = (lists: AuthorizationList[]) => lists.find(({ origin }) => origin !== undefined)?.origin
