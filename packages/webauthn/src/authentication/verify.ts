import { judgeAuthenticatorData } from '../authenticator-data/check.ts'
import { parseAssertionData } from '../authenticator-data/parse.ts'
import { fromBase64url } from '../base64url.ts'
import { judgeClientData } from '../client-data/check.ts'
import { parseClientData } from '../client-data/parse.ts'
import { algorithms } from '../cose/algorithms.ts'
import {
  isKeyForAlgorithm,
  isSignedBy,
  isSignedByInBackground,
  type SignatureClaim,
  type SpkiKey,
} from '../cose/signature.ts'
import { reject } from '../errors.ts'
import { hash } from '../hash.ts'
import { assertionPolicy } from '../policy.ts'
import { isCounterRisen } from './counter.ts'
import { judgeIdentity } from './identity.ts'
import type { AssertionInput } from './input.ts'

/** The values to store in the credential record, and what the sign-in proves about the user. */
export type Assertion = {
  signCount: number
  backupEligible: boolean
  backedUp: boolean
  userVerified: boolean
  userPresent: boolean
  /** true only under `counter: 'flag'` */
  counterRegressed: boolean
  origin: string
  topOrigin?: string
}

/**
 * Verifies a sign-in by #sctn-verifying-assertion, in its order, from the allowed IDs to the counter. Left to the
 * caller: spending the challenge, and updating the record after success only.
 * @throws WebAuthnError and nothing else
 */
export function verifyAssertion(input: AssertionInput): Assertion {
  const { key, claim, conclude } = judgeUpToSignature(input)
  return conclude(isSignedBy(key, claim))
}

/**
 * The same with the signature verified in the thread pool, which keeps the event loop free on servers with several
 * processors.
 * @throws WebAuthnError and nothing else, as a rejection
 */
export async function verifyAssertionInBackground(input: AssertionInput): Promise<Assertion> {
  const { key, claim, conclude } = judgeUpToSignature(input)
  return conclude(await isSignedByInBackground(key, claim))
}

/** The work left after every step before the signature: the signature, and its results. */
type Unsigned = { key: SpkiKey; claim: SignatureClaim; conclude(isSigned: boolean): Assertion }

function judgeUpToSignature({ response, credential, expected, policy: chosen }: AssertionInput): Unsigned {
  const policy = assertionPolicy(chosen)
  judgeIdentity(response, credential, expected)

  const clientDataJSON = fromBase64url(response.clientDataJSON, 'client_data')
  const clientData = parseClientData(clientDataJSON, policy)
  const place = judgeClientData(clientData, { ...expected, type: 'webauthn.get' }, policy)

  const authData = fromBase64url(response.authenticatorData, 'auth_data')
  const parsed = parseAssertionData(authData, policy)
  const { flags, signCount } = parsed
  judgeAuthenticatorData(parsed, { ...expected, userPresence: true })
  const { backupEligible } = flags
  if (credential.backupEligible !== 'unknown' && backupEligible !== credential.backupEligible)
    reject('backup_flags', 'backup eligibility never changes')

  return {
    ...prepareSignature({ authData, clientDataJSON, signature: response.signature }, credential),
    conclude(isSigned) {
      if (!isSigned) reject('signature', 'the signature does not verify')
      const counterRegressed = !isCounterRisen(signCount, credential.signCount)
      if (counterRegressed && policy.counter !== 'flag') reject('sign_count', 'the signature counter did not rise')
      const { backedUp, userVerified, userPresent } = flags
      return { signCount, backupEligible, backedUp, userVerified, userPresent, counterRegressed, ...place }
    },
  }
}

function prepareSignature(
  signed: { authData: Buffer; clientDataJSON: Buffer; signature: string },
  { algorithm: number, publicKeySpki }: AssertionInput['credential'],
): Pick<Unsigned, 'key' | 'claim'> {
  const algorithm = algorithms.get(number)
  if (!algorithm) reject('algorithm', `the stored key has the unknown algorithm ${number}`)
  if (!isKeyForAlgorithm(publicKeySpki, algorithm))
    reject('public_key', `the stored key does not fit algorithm ${number}`)
  const signature = fromBase64url(signed.signature, 'signature')
  const data = Buffer.concat([signed.authData, hash('sha256', signed.clientDataJSON)])
  return { key: { key: publicKeySpki, format: 'der', type: 'spki' }, claim: { algorithm, data, signature } }
}
