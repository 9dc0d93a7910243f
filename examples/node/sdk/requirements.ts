import { thumbturn } from './thumbturn.ts'

/** Accepts a user who signed in with a passkey and can rename passkeys. */
export const requirePasskeyScope = (token: string) =>
  thumbturn.verifyToken(token, { scopes: ['passkey:write'], passkey: true })

/** Accepts a sign-in of the last five minutes. Only the ID token has the time of the sign-in. */
export const requireRecentSignIn = (idToken: string) => thumbturn.verifyToken(idToken, { type: 'idToken', maxAge: 300 })
