import { takeApart } from '../../session/claims.ts'

/** How far somebody has come in: a code alone lets them create a passkey and nothing else. */
export type Standing = 'outside' | 'codeOnly' | 'inside'

/** Read from the token without checking it, to choose a page. The backend checks it. */
export function readStanding(token: string | undefined): Standing {
  if (!token) return 'outside'
  try {
    const { credID, amr } = takeApart(token).claims
    return credID || amr?.includes('mfa') ? 'inside' : 'codeOnly'
  } catch {
    return 'outside'
  }
}
