import { judgeAuthenticatorData } from '../authenticator-data/check.ts'
import { parseAssertionData } from '../authenticator-data/parse.ts'
import { fromBase64url } from '../base64url.ts'
import type { Place } from '../client-data/check.ts'
import type { ClientData } from '../client-data/client-data.ts'
import { parseClientData } from '../client-data/parse.ts'
import { algorithms } from '../cose/algorithms.ts'
import { isKeyForAlgorithm, type SignatureClaim, type SpkiKey } from '../cose/signature.ts'
import { reject } from '../errors.ts'
import { hash } from '../hash.ts'
import { type AssertionPolicy, assertionPolicy, type FullPolicy } from '../policy.ts'
import { isCounterRisen } from './counter.ts'
import { judgeIdentity } from './identity.ts'
import type { Assertion, AssertionInput } from './input.ts'

/** The work left after every step before the signature: the signature, and its results. */
export type PendingAssertion = { key: SpkiKey; claim: SignatureClaim; conclude(isSigned: boolean): Assertion }

/**
 * Takes every step before the signature. `judge` compares the client data, whose type says what was signed.
 * @throws WebAuthnError
 */
export function judgeUpToSignature(
  { response, credential, expected, policy: chosen }: AssertionInput,
  judge: (clientData: ClientData, policy: FullPolicy<AssertionPolicy>) => Place,
): PendingAssertion {
  const policy = assertionPolicy(chosen)
  judgeIdentity(response, credential, expected)

  const clientDataJSON = fromBase64url(response.clientDataJSON, 'client_data')
  const place = judge(parseClientData(clientDataJSON, policy), policy)

  const authData = fromBase64url(response.authenticatorData, 'auth_data')
  const parsed = parseAssertionData(authData, policy)
  const { flags, signCount } = parsed
  judgeAuthenticatorData(parsed, { ...expected, userPresence: true })
  const { backupEligible } = flags
  const backupEligibilityChanged =
    credential.backupEligible !== 'unknown' && backupEligible !== credential.backupEligible
  if (backupEligibilityChanged && policy.backupEligibilityChange !== 'flag')
    reject('backup_flags', 'backup eligibility never changes')

  return {
    ...prepareSignature({ authData, clientDataJSON, signature: response.signature }, credential),
    conclude(isSigned) {
      if (!isSigned) reject('signature', 'the signature does not verify')
      const counterRegressed = !isCounterRisen(signCount, credential.signCount)
      if (counterRegressed && policy.counter !== 'flag') reject('sign_count', 'the signature counter did not rise')
      const { backedUp, userVerified, userPresent } = flags
      const changes = { counterRegressed, backupEligibilityChanged }
      return { signCount, backupEligible, backedUp, userVerified, userPresent, ...changes, ...place }
    },
  }
}

function prepareSignature(
  signed: { authData: Buffer; clientDataJSON: Buffer; signature: string },
  { algorithm: number, publicKeySpki }: AssertionInput['credential'],
): Pick<PendingAssertion, 'key' | 'claim'> {
  const algorithm = algorithms.get(number)
  if (!algorithm) reject('algorithm', `the stored key has the unknown algorithm ${number}`)
  if (!isKeyForAlgorithm(publicKeySpki, algorithm))
    reject('public_key', `the stored key does not fit algorithm ${number}`)
  const signature = fromBase64url(signed.signature, 'signature')
  const data = Buffer.concat([signed.authData, hash('sha256', signed.clientDataJSON)])
  return { key: { key: publicKeySpki, format: 'der', type: 'spki' }, claim: { algorithm, data, signature } }
}
