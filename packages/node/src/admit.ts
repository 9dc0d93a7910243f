import type { AccessClaims } from './claims.ts'
import { isTokenRejected, ThumbturnError, type ThumbturnErrorCode } from './errors.ts'
import type { Thumbturn } from './thumbturn.ts'
import type { VerifyOptions } from './verify.ts'

/** The requests to admit. */
export interface TokenRequirements extends Pick<VerifyOptions, 'scopes' | 'passkey'> {
  /** Name of a cookie that can also carry the token, besides `Authorization: Bearer`; make it `SameSite`. */
  cookie?: string | undefined
  /**
   * Verifies each token by a call to the service, so that a deleted user or passkey counts at once; requires an API
   * key.
   */
  remotely?: boolean | undefined
  /** Receives the exact reason for each rejected request, for your log. */
  onRejected?: ((error: ThumbturnError) => void) | undefined
}

/** The headers that can carry a token. */
export interface Credentials {
  authorization: string | undefined
  cookie: string | undefined
}

/** The JSON response to a request that is rejected. */
export interface Rejection {
  status: 401 | 403 | 503
  headers: Readonly<Record<string, string>>
  body: { msg: string; msgCode: ThumbturnErrorCode }
}

/** Verifies the access token of a request: returns its claims, or the response that rejects the request. */
export async function admit(
  thumbturn: Thumbturn,
  credentials: Credentials,
  requirements: TokenRequirements = {},
): Promise<{ claims: AccessClaims } | { rejection: Rejection }> {
  const { cookie, remotely, scopes, passkey } = requirements
  const token = readBearer(credentials.authorization) ?? readCookie(credentials.cookie, cookie) ?? ''
  try {
    const claims = await thumbturn.verifyToken(token, { scopes, passkey })
    if (remotely) await thumbturn.verifyTokenRemotely(token)
    return { claims }
  } catch (error) {
    if (!(error instanceof ThumbturnError)) throw error
    requirements.onRejected?.(error)
    return { rejection: createRejection(error) }
  }
}

// RFC 9110 §11.1: the scheme is case-insensitive.
export const readBearer = (authorization = '') => /^bearer +(\S+) *$/i.exec(authorization)?.[1]

function readCookie(cookies = '', name?: string): string | undefined {
  if (name === undefined) return undefined
  const found = cookies.split(/; */).find((cookie) => cookie.startsWith(`${name}=`))
  return found?.slice(name.length + 1).replace(/^"(.*)"$/, '$1') || undefined
}

// RFC 6750 §3.1. The exact reason goes to the log only.
const challenges: Readonly<Record<401 | 403, string>> = {
  401: 'Bearer error="invalid_token"',
  403: 'Bearer error="insufficient_scope"',
}
const insufficientCodes: readonly ThumbturnErrorCode[] = ['token_missing_scope', 'token_without_passkey']

/** Headers of a JSON response about one user. */
export const json = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }

/** The response to a request whose token was rejected, or can't be verified now. */
export function createRejection(error: ThumbturnError): Rejection {
  const { code, retryAfter } = error
  // The service is unreachable, or this backend is misconfigured: the user's sign-in may still be valid.
  if (!isTokenRejected(error)) {
    const body = { msg: 'Sign-ins cannot be verified right now: try again', msgCode: 'server_error' } as const
    return { status: 503, headers: { ...json, 'retry-after': `${retryAfter ?? 5}` }, body }
  }
  const status = insufficientCodes.includes(code) ? 403 : 401
  const challenge = code === 'token_missing' ? 'Bearer' : challenges[status]
  const msg = status === 403 ? 'This token does not allow that' : 'This needs a valid access token: sign in'
  return { status, headers: { ...json, 'www-authenticate': challenge }, body: { msg, msgCode: code } }
}
