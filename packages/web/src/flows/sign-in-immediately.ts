import { createAssertion, isImmediateSignInAvailable } from '../browser/platform.ts'
import { runCeremony } from '../ceremonies/ceremony.ts'
import type { Client } from '../client/client.ts'
import { callService } from '../client/http.ts'
import { createStartBody } from '../client/start-body.ts'
import type { AuthInit, AuthInitBody } from '../client/wire.ts'
import { PasskeyError } from '../errors.ts'
import type { SignedIn } from '../types.ts'
import { completeSignIn } from './complete-sign-in.ts'
import { finishSignIn } from './store-sign-in.ts'

/** Options of an immediate sign-in. */
export interface ImmediateSignInOptions {
  /** Aborts the ceremony. The browser's dialog can only be closed by the user, and its result is dropped. */
  signal?: AbortSignal | undefined
}

/**
 * Signs a user in if a passkey is on this device (Credential Management, `uiMode: "immediate"`). Call it in the handler
 * of a click. Resolves to undefined, mostly without a dialog, if there is no passkey, the user closed the dialog, or the
 * browser can't: show your other ways to sign in.
 * @throws PasskeyError if the ceremony fails; ERROR_PASSKEY_ABORTED only if the signal ended it
 * @throws ApiError if the service rejects the call or is unreachable
 */
export async function signInImmediately(
  client: Client,
  { signal: outer }: ImmediateSignInOptions = {},
): Promise<SignedIn | undefined> {
  // A browser without this mode ignores it and opens a dialog for phones and security keys.
  if (!(await isImmediateSignInAvailable())) return undefined
  try {
    const response = await runCeremony(outer, {
      ask: async (signal) => {
        const user = { username: '', usernameType: 'other' as const }
        const body: AuthInitBody = { ...(await createStartBody(client, user)), mediation: 'immediate' }
        const started = await callService<AuthInit>(client, { path: '/auth/init', body, signal })
        return createAssertion(client, started, { uiMode: 'immediate', signal })
      },
      complete: (assertion, signal) => completeSignIn(client, assertion, signal),
    })
    return await finishSignIn(client, response, outer)
  } catch (error) {
    const declined = error instanceof PasskeyError && error.code === 'ERROR_PASSKEY_ABORTED'
    if (declined && !outer?.aborted) return undefined
    throw error
  }
}
