import { toAssertionError } from './ceremony-errors.ts'
import type { Client } from './client.ts'
import { reportFailure } from './client-events.ts'
import { parseRequestOptions, toAssertionResult } from './credentials.ts'
import type { PasskeyHint } from './types.ts'
import type { AssertionResult, AuthInit } from './wire.ts'

/** A signed challenge, with the session it belongs to. */
export interface Assertion {
  session: string
  assertionResult: AssertionResult
}

/**
 * Signs the challenge with a passkey. A failure is reported to the service.
 * @throws PasskeyError if the ceremony ends without an assertion
 */
export async function createAssertion(
  client: Client,
  { session, assertionOptions: options }: Pick<AuthInit, 'session' | 'assertionOptions'>,
  { hints, ...request }: CredentialRequestOptions & { hints?: PasskeyHint[] | undefined; uiMode?: 'immediate' },
): Promise<Assertion> {
  try {
    const publicKey = parseRequestOptions({ ...options, hints })
    const credential = await navigator.credentials.get({ ...request, publicKey })
    return { session, assertionResult: toAssertionResult(credential as PublicKeyCredential) }
  } catch (cause) {
    const error = toAssertionError(cause, options.rpId)
    if (!request.signal?.aborted) reportFailure(client, session, error)
    throw error
  }
}
