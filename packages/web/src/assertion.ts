import { toAssertionError } from './ceremony-errors.ts'
import type { Client } from './client.ts'
import { reportFailure } from './client-events.ts'
import { parseRequestOptionsFromJSON, readOutput, toAssertionResult } from './credentials.ts'
import { PasskeyError } from './errors.ts'
import { waitBriefly } from './tolerance.ts'
import type { AssertionResult, PasskeyHint } from './types.ts'
import type { AuthInit } from './wire.ts'

/** A signed challenge, with the session it belongs to. */
export interface Assertion {
  session: string
  assertionResult: AssertionResult
  /** What the application stored with the passkey, if it requests it; stays in the page. */
  largeBlob?: ArrayBuffer | undefined
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
  const wanted = { ...options, hints: hints ?? options.hints }
  try {
    const publicKey = parseRequestOptionsFromJSON(wanted)
    const credential = await navigator.credentials.get({ ...request, publicKey })
    const largeBlob = readOutput(credential, (outputs) => outputs.largeBlob?.blob)
    return { session, assertionResult: toAssertionResult(credential), largeBlob }
  } catch (cause) {
    let error = toAssertionError(cause, options.rpId)
    // Without Bluetooth, a phone that was suggested first could not be reached.
    if (wanted.hints?.[0] === 'hybrid')
      error = await import('./hybrid.ts')
        .then(({ explainHybrid }) => explainHybrid(error, { Class: PasskeyError, wait: waitBriefly }))
        .catch(() => error)
    if (!request.signal?.aborted) reportFailure(client, session, error)
    throw error
  }
}
