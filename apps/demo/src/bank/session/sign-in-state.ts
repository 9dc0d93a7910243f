import { parseToken } from '../../session/claims.ts'

/** The level of the sign-in: after a code alone, the user can only create a passkey. */
export type SignInState = 'outside' | 'codeOnly' | 'inside'

/** Read from the token without verification, to choose a page. The backend verifies it. */
export function readSignInState(token: string | undefined): SignInState {
  if (!token) return 'outside'
  try {
    const { credID, amr } = parseToken(token).claims
    return credID || amr?.includes('mfa') ? 'inside' : 'codeOnly'
  } catch {
    return 'outside'
  }
}
