import { requireWebAuthn } from './ceremony.ts'
import { assertionError } from './ceremony-errors.ts'
import type { Client } from './client.ts'
import { reportFailure } from './client-events.ts'
import { assertionResult, requestOptions } from './credentials.ts'
import type { AssertionResult, AuthInit } from './wire.ts'

/** A signed challenge, and the session that it answers. */
export interface Assertion {
  session: string
  assertionResult: AssertionResult
}

/**
 * Lets a passkey answer what the service asked for; a failure is reported with the session.
 * @throws PasskeyError when the ceremony ends without an assertion
 */
export async function assert(
  client: Client,
  started: Pick<AuthInit, 'session' | 'assertionOptions'>,
  request: CredentialRequestOptions,
): Promise<Assertion> {
  requireWebAuthn()
  const { session } = started
  try {
    const publicKey = requestOptions(started.assertionOptions)
    const credential = await navigator.credentials.get({ ...request, publicKey })
    return { session, assertionResult: assertionResult(credential as PublicKeyCredential) }
  } catch (cause) {
    const error = assertionError(cause)
    if (!request.signal?.aborted) reportFailure(client, session, error)
    throw error
  }
}
