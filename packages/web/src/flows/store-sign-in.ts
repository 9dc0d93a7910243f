import { signal as sendSignals, storeDeviceId } from '../browser/platform.ts'
import { runAbortable } from '../ceremonies/ceremony.ts'
import type { Client } from '../client/client.ts'
import { storeToken } from '../client/token.ts'
import type { TokenResponse } from '../client/wire.ts'
import type { SignedIn } from '../types.ts'

/** A sign-in whose token is stored. */
export type StoredSignIn = TokenResponse & Pick<SignedIn, 'largeBlob'>

/** Stores the token and the device ID. @throws the signal's reason if it aborts before that is done */
export function storeSignIn<Response extends TokenResponse>(
  client: Client,
  response: Response,
  signal?: AbortSignal,
): Response {
  storeToken(client, response.jwtAccess, signal)
  storeDeviceId(client, response.deviceId)
  return response
}

/**
 * Keeps the browser in step with the service, and returns the result for the caller. Callers await the signals, because pages
 * often navigate right after. The user is signed in by now, so an abort only ends the wait.
 */
export async function finishSignIn(
  client: Client,
  response: StoredSignIn,
  signal: AbortSignal | undefined,
): Promise<SignedIn> {
  const { jwtAccess: token, userId, passkeyId, deviceId, largeBlob } = response
  await runAbortable(signal, () => sendSignals(client, ({ signalState }) => signalState(client, response))).catch(
    () => {},
  )
  return { isAuthenticated: true, token, userId, passkeyId, deviceId, ...(largeBlob && { largeBlob }) }
}
