import { judgeClientData } from '../client-data/check.ts'
import { isSignedBy, isSignedByInBackground } from '../cose/signature.ts'
import type { Assertion, AssertionInput } from './input.ts'
import { judgeUpToSignature } from './judge.ts'

/**
 * Verifies a sign-in by #sctn-verifying-assertion, in its order, from the allowed IDs to the counter. Left to the
 * caller: spending the challenge, and updating the record after success only.
 * @throws WebAuthnError and nothing else
 */
export function verifyAssertion(input: AssertionInput): Assertion {
  const { key, claim, conclude } = judgeSignIn(input)
  return conclude(isSignedBy(key, claim))
}

/**
 * The same with the signature verified in the thread pool, which keeps the event loop free on servers with several
 * processors.
 * @throws WebAuthnError and nothing else, as a rejection
 */
export async function verifyAssertionInBackground(input: AssertionInput): Promise<Assertion> {
  const { key, claim, conclude } = judgeSignIn(input)
  return conclude(await isSignedByInBackground(key, claim))
}

const judgeSignIn = (input: AssertionInput) =>
  judgeUpToSignature(input, (clientData, policy) =>
    judgeClientData(clientData, { ...input.expected, type: 'webauthn.get' }, policy),
  )
