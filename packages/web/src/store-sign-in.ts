import type { Client } from './client.ts'
import { storeDeviceId } from './device.ts'
import { signal } from './keep-in-step.ts'
import { storeToken } from './token.ts'
import type { SignedIn } from './types.ts'
import type { TokenResponse } from './wire.ts'

/**
 * Stores the token and the device ID, keeps the browser in step with the service, and returns the result for the caller.
 * Callers await the signals, because pages often navigate right after.
 */
export async function storeSignIn(client: Client, response: TokenResponse, more?: object): Promise<SignedIn> {
  const { jwtAccess: token, userId, passkeyId, deviceId } = response
  storeToken(client, token)
  storeDeviceId(client, deviceId)
  await signal(({ signalState }) => signalState(client, response))
  return { isAuthenticated: true, token, userId, passkeyId, deviceId, ...more }
}
