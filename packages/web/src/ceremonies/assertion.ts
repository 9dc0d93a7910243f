import { waitBriefly } from '../browser/tolerance.ts'
import type { Client } from '../client/client.ts'
import type { AuthInit } from '../client/wire.ts'
import { PasskeyError } from '../errors.ts'
import type { AssertionResult, PasskeyHint } from '../types.ts'
import { runAbortable } from './ceremony.ts'
import { toAssertionError } from './ceremony-errors.ts'
import { reportFailure } from './client-events.ts'
import { parseRequestOptionsFromJSON, readOutput, toAssertionResult } from './credentials.ts'

/** A signed challenge, with the session it belongs to. */
export interface Assertion {
  session: string
  assertionResult: AssertionResult
  /** The data that the application stored with the passkey, if it requests it; stays in the page. */
  largeBlob?: ArrayBuffer | undefined
}

/** How the browser is asked; `uiMode` as in Credential Management. */
export interface AssertionRequest {
  signal: AbortSignal
  hints?: PasskeyHint[] | undefined
  mediation?: 'conditional'
  uiMode?: 'immediate'
}

/** Browsers reject a signal of an immediate request: a page must not be able to probe for passkeys and close the dialog again. */
const askBrowser = ({ signal, ...request }: CredentialRequestOptions & Pick<AssertionRequest, 'uiMode'>) =>
  navigator.credentials.get(request.uiMode ? request : { ...request, signal })

/**
 * Signs the challenge with a passkey. A failure is reported to the service.
 * @throws PasskeyError if the ceremony ends without an assertion
 */
export async function createAssertion(
  client: Client,
  { session, assertionOptions: options }: Pick<AuthInit, 'session' | 'assertionOptions'>,
  { hints, signal, ...request }: AssertionRequest,
): Promise<Assertion> {
  const wanted = { ...options, hints: hints ?? options.hints }
  try {
    const publicKey = parseRequestOptionsFromJSON(wanted)
    // An autofill renews its challenge. For others, the session ends, even if a password manager never returns.
    const maxMs = request.mediation ? undefined : options.timeout
    const credential = await runAbortable(signal, ({ signal }) => askBrowser({ ...request, publicKey, signal }), maxMs)
    const largeBlob = readOutput(credential, (outputs) => outputs.largeBlob?.blob)
    return { session, assertionResult: toAssertionResult(credential), largeBlob }
  } catch (cause) {
    let error = toAssertionError(cause, options.rpId)
    // Without Bluetooth, a phone that was suggested first could not be reached.
    if (wanted.hints?.[0] === 'hybrid')
      error = await import('../browser/hybrid.ts')
        .then(({ explainHybrid }) => explainHybrid(error, { Class: PasskeyError, wait: waitBriefly }))
        .catch(() => error)
    if (!signal.aborted) reportFailure(client, session, error)
    throw error
  }
}
