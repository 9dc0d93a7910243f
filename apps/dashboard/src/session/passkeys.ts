import * as sdk from '@thumbturn/web'
import { createClient, createMemoryTokenStore } from '@thumbturn/web'

/** The installation's own application, whose users are the members. */
const appId = 'thumbturn'

/** The access token is exchanged for a session at once, so it is never stored. */
const client = createClient({
  baseUrl: `${location.origin}/apps/${appId}`,
  appId,
  tokenStore: createMemoryTokenStore(),
  disableAnalytics: true,
})

/** Runs a passkey ceremony of a member and returns the access token. @throws SdkError */
export async function provePasskey(username?: string): Promise<string> {
  const result = await sdk.authenticateWithPasskey(client, username)
  if (!result.isAuthenticated) throw new sdk.PasskeyError('ERROR_NO_PASSKEY')
  return result.token
}

/** Creates a passkey for a member who was invited, and returns the access token. `grant` comes from the invitation. */
export async function createMemberPasskey(username: string, grant: string): Promise<string> {
  const { token } = await sdk.createPasskey(client, username, { token: grant })
  return token
}
