import type { Client } from './client.ts'
import { keepDeviceId } from './device.ts'
import { keepToken } from './token.ts'
import type { SignedIn } from './types.ts'
import type { TokenResponse } from './wire.ts'

/** Stores the token and the device ID, and returns the result for the caller. */
export function keepSignedIn(client: Client, answer: TokenResponse): SignedIn {
  const { jwtAccess: token, userId, passkeyId, deviceId } = answer
  keepToken(client, token)
  keepDeviceId(client, deviceId)
  return { isAuthenticated: true, token, userId, passkeyId, deviceId }
}
