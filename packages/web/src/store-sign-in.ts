import type { Client } from './client.ts'
import { storeDeviceId } from './device.ts'
import { storeToken } from './token.ts'
import type { SignedIn } from './types.ts'
import type { TokenResponse } from './wire.ts'

/** Stores the token and the device ID, and returns the result for the caller. */
export function storeSignIn(client: Client, response: TokenResponse): SignedIn {
  const { jwtAccess: token, userId, passkeyId, deviceId } = response
  storeToken(client, token)
  storeDeviceId(client, deviceId)
  return { isAuthenticated: true, token, userId, passkeyId, deviceId }
}
