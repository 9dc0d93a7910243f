import { thumbturn } from './thumbturn.ts'

/** Whoever may rename passkeys, and signed in with one. */
export const withRights = (token: string) => thumbturn.verifyToken(token, { scopes: ['passkey:write'], passkey: true })

/** Whoever signed in at most five minutes ago: an ID token says when that was, an access token does not. */
export const justSignedIn = (idToken: string) => thumbturn.verifyToken(idToken, { type: 'idToken', maxAge: 300 })
