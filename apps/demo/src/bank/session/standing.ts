import { parseToken } from '../../session/claims.ts'

/** How far the user is signed in: after a code alone they can create a passkey and nothing else. */
export type SignInState = 'outside' | 'codeOnly' | 'inside'

/** Read from the token without checking it, to choose a page. The backend checks it. */
export function readSignInState(token: string | undefined): SignInState {
  if (!token) return 'outside'
  try {
    const { credID, amr } = parseToken(token).claims
    return credID || amr?.includes('mfa') ? 'inside' : 'codeOnly'
  } catch {
    return 'outside'
  }
}
