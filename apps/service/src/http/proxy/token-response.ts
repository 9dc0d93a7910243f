import { issueAccessToken } from '../../core/flows/authentication/token.ts'
import type { SignIn } from '../../core/flows/sign-in.ts'

/** The token response of the proxy API, which spells deviceID this way. */
export const tokenResponse = async (signedIn: SignIn) => ({
  jwtAccess: await issueAccessToken(signedIn),
  deviceID: signedIn.deviceId,
  userId: signedIn.user.id,
  passkeyId: signedIn.passkey.id,
})
