import type { SignIn } from '../../core/flows/sign-in.ts'

/** The token response of the current API. */
export const tokenResponse = ({ user, passkey, deviceId }: SignIn, jwtAccess: string) => ({
  jwtAccess,
  token: jwtAccess,
  userId: user.id,
  deviceId,
  passkeyId: passkey.id,
  displayName: user.displayName,
})
