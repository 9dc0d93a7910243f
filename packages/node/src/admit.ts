import type { AccessClaims } from './claims.ts'
import { ThumbturnError, type ThumbturnErrorCode } from './errors.ts'
import type { Thumbturn } from './thumbturn.ts'
import type { VerifyOptions } from './verify.ts'

/** Who is let in. */
export interface TokenRequired extends Pick<VerifyOptions, 'scopes' | 'passkey'> {
  /** Where the token is besides `Authorization: Bearer`: the name of a cookie, which must be `SameSite`. */
  cookie?: string
  /** Asks the service for each request, so that a deleted user or passkey is noticed at once; needs an API key. */
  remotely?: boolean
  /** Told why exactly a request was refused, for your log. */
  onRefused?: (error: ThumbturnError) => void
}

/** The two headers that can carry a token. */
export interface Credentials {
  authorization: string | undefined
  cookie: string | undefined
}

/** Why a request is not let in, as an answer in JSON. */
export interface Refusal {
  status: 401 | 403 | 503
  headers: Readonly<Record<string, string>>
  body: { msg: string; msgCode: ThumbturnErrorCode }
}

/** The claims of a valid access token, or the response for a request without one. */
export async function admit(
  thumbturn: Thumbturn,
  credentials: Credentials,
  required: TokenRequired = {},
): Promise<{ claims: AccessClaims } | { refusal: Refusal }> {
  const { cookie, remotely, scopes, passkey } = required
  const token = readBearer(credentials.authorization) ?? readCookie(credentials.cookie, cookie) ?? ''
  try {
    const claims = await thumbturn.verifyToken(token, { scopes, passkey })
    if (remotely) await thumbturn.verifyTokenRemotely(token)
    return { claims }
  } catch (error) {
    if (!(error instanceof ThumbturnError)) throw error
    required.onRefused?.(error)
    return { refusal: refusalFor(error) }
  }
}

// RFC 9110 §11.1: the scheme in any letter case.
const readBearer = (authorization = '') => /^bearer +(\S+) *$/i.exec(authorization)?.[1]

function readCookie(cookies = '', name?: string): string | undefined {
  if (name === undefined) return undefined
  const found = cookies.split(/; */).find((cookie) => cookie.startsWith(`${name}=`))
  return found?.slice(name.length + 1).replace(/^"(.*)"$/, '$1') || undefined
}

// RFC 6750 §3.1. The client learns what it can do about it; why exactly is for the log.
const challenges: Readonly<Record<401 | 403, string>> = {
  401: 'Bearer error="invalid_token"',
  403: 'Bearer error="insufficient_scope"',
}
const notEnough: readonly ThumbturnErrorCode[] = ['token_missing_scope', 'token_without_passkey']

function refusalFor({ code, retryAfter }: ThumbturnError): Refusal {
  const json = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
  // A service that cannot be asked, and a clock or key of our own that is wrong, sign nobody out.
  if (!code.startsWith('token_')) {
    const body = { msg: 'Sign-ins cannot be checked right now: try again', msgCode: 'server_error' } as const
    return { status: 503, headers: { ...json, 'retry-after': `${retryAfter ?? 5}` }, body }
  }
  const status = notEnough.includes(code) ? 403 : 401
  const challenge = code === 'token_missing' ? 'Bearer' : challenges[status]
  const msg = status === 403 ? 'This token does not allow that' : 'This needs a valid access token: sign in'
  return { status, headers: { ...json, 'www-authenticate': challenge }, body: { msg, msgCode: code } }
}
