import type { SignedIn } from '../../core/flows/signed-in.ts'

/** The JWT answer of the current API. */
export const tokenResponse = ({ user, passkey, deviceId }: SignedIn, jwtAccess: string) => ({
  jwtAccess,
  token: jwtAccess,
  userId: user.id,
  deviceId,
  passkeyId: passkey.id,
})
