import { type Assertion, createAssertion } from './assertion.ts'
import { runAbortable, runCeremony } from './ceremony.ts'
import type { Client } from './client.ts'
import { completeSignIn } from './complete-sign-in.ts'
import { createUnsupportedError } from './errors.ts'
import { callService } from './http.ts'
import { createStartBody } from './start-body.ts'
import { finishSignIn } from './store-sign-in.ts'
import { isConditionalUIAvailable } from './support.ts'
import type { SignedIn } from './types.ts'
import type { AuthInit, AuthInitBody } from './wire.ts'

/** Options of an autofill. */
export interface AutofillOptions {
  /** Aborts the autofill. */
  signal?: AbortSignal | undefined
  /**
   * Milliseconds after which a waiting autofill requests a new challenge; must be shorter than the application's
   * session lifetime. Default 240,000.
   */
  renewAfterMs?: number | undefined
}

/**
 * Offers passkeys in the autofill of an input with autocomplete="username webauthn" and waits until the user chooses
 * one.
 * @throws PasskeyError ERROR_PASSKEY_ABORTED if the signal or another ceremony ends it
 * @throws ApiError if the service rejects the call or is unreachable
 */
export async function authenticateWithPasskeyAutofill(
  client: Client,
  options: AutofillOptions = {},
): Promise<SignedIn> {
  const response = await runCeremony(options.signal, {
    ask: async (signal) => {
      if (!(await isConditionalUIAvailable())) {
        throw createUnsupportedError('No autofill: check isConditionalUIAvailable()')
      }
      for (;;) {
        const chosen = await waitForChoice(client, signal, options.renewAfterMs)
        if (chosen) return chosen
      }
    },
    complete: (assertion, signal) => completeSignIn(client, assertion, signal),
  })
  return finishSignIn(client, response, options.signal)
}

/** Waits for one challenge; undefined once it is too old. */
async function waitForChoice(
  client: Client,
  outer: AbortSignal,
  renewAfterMs = 240_000,
): Promise<Assertion | undefined> {
  const user = { username: '', usernameType: 'other' as const }
  const body: AuthInitBody = { ...(await createStartBody(client, user)), mediation: 'conditional' }
  const started = await callService<AuthInit>(client, { path: '/auth/init', body, signal: outer })
  let isOld = false
  try {
    return await runAbortable(outer, (controller) => {
      const { signal } = controller
      const timer = setTimeout(() => {
        isOld = true
        controller.abort()
      }, renewAfterMs)
      signal.addEventListener('abort', () => clearTimeout(timer))
      return createAssertion(client, started, { signal, mediation: 'conditional' })
    })
  } catch (error) {
    if (outer.aborted || !isOld) throw error
    return undefined
  }
}
