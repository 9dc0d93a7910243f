import { decodeJwt, decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose'
import { areClaimsForType, type ClaimsOf, type TokenType } from './claims.ts'
import { ThumbturnError, type TokenErrorCode } from './errors.ts'
import type { Keys } from './keys.ts'
import type { Client } from './options.ts'
import { requireClaims } from './requirements.ts'
import type { UserScope } from './wire.ts'

/** What a token must be, besides valid. */
export interface VerifyOptions<Type extends TokenType = 'jwtAccess'> {
  /** The kind of token; an access token unless given. */
  type?: Type | undefined
  /** Scopes that an access token must all carry. */
  scopes?: (Type extends 'jwtAccess' ? readonly UserScope[] : never) | undefined
  /** Only a token that a passkey earned; one that a code or your backend's word earned is not enough. */
  passkey?: (Type extends 'mfaPayload' ? never : boolean) | undefined
  /** Seconds since the factors were proved, at most: for ID tokens, as access tokens do not say when that was. */
  maxAge?: (Type extends 'idToken' ? number : never) | undefined
}

const createTokenError = (code: TokenErrorCode, message: string, cause?: unknown) =>
  new ThumbturnError(code, message, { cause })

/** No token of the service is longer than a header can be. */
const MAX_LENGTH = 16_384
/** RFC 7515 §7.1; decoders are more forgiving than that. */
const compact = /^[\w-]+\.[\w-]+\.[\w-]+$/

/**
 * Verifies a token by the application's keys: ES256 and nothing else, its own issuer and audience, not expired, and of
 * the kind that is asked for.
 * @throws ThumbturnError `token_…` or `clock_off`: not valid · any code of a call: the keys could not be fetched
 */
export async function verifyToken<Type extends TokenType = 'jwtAccess'>(
  { client, keys }: { client: Client; keys: Keys },
  token: string,
  options: VerifyOptions<Type> = {},
): Promise<ClaimsOf[Type]> {
  requireAudience(client, decodeUnverified(token))
  const { issuers, appId, clockTolerance, now } = client
  const checks = { algorithms: ['ES256'], issuer: [...issuers], audience: appId, clockTolerance }
  const { payload } = await jwtVerify(token, keys.of, { ...checks, currentDate: new Date(now()) }).catch(
    (error: unknown) => {
      throw toTokenError(error, { client, keys, token })
    },
  )
  const type = (options.type ?? 'jwtAccess') as Type
  if (payload.tokenType !== type) throw createWrongTypeError(payload.tokenType, type)
  if (!areClaimsForType(type, payload))
    throw createTokenError('token_malformed', 'The token lacks claims that its kind has')
  requireIssued(client, keys, payload)
  requireClaims(payload, options, now() / 1000 - clockTolerance)
  return payload
}

/** The claims of a token before its signature is verified: good enough to reject it, never to accept it. */
function decodeUnverified(token: string): JWTPayload {
  if (typeof token !== 'string' || token === '') throw createTokenError('token_missing', 'There is no token')
  try {
    if (token.length > MAX_LENGTH || !compact.test(token)) throw new TypeError('It is not in three parts of base64url')
    const { kid } = decodeProtectedHeader(token)
    if (typeof kid !== 'string' || kid === '') throw new TypeError('It names no key')
    return decodeJwt(token)
  } catch (cause) {
    throw createTokenError(
      'token_malformed',
      'This is no token of Thumbturn: send the JWT as it is, without "Bearer"',
      cause,
    )
  }
}

/** Says what is wrong before a key is fetched for it. */
function requireAudience({ appId, issuers }: Client, { aud, iss }: JWTPayload): void {
  if (aud !== appId)
    throw createTokenError(
      'token_wrong_audience',
      `The token is of application ${quoteClaim(aud)}, not ${appId}: check appId`,
    )
  if (!issuers.some((issuer) => issuer === iss))
    throw createTokenError(
      'token_wrong_issuer',
      `The token is of ${quoteClaim(iss)}, not ${issuers.join(' or ')}: set issuer if that is your service`,
    )
}

/** Claims are untrusted and go into logs: one short line. */
const quoteClaim = (claim: unknown) => JSON.stringify(claim)?.slice(0, 100) ?? 'none'

type Context = { client: Client; keys: Keys; token: string }

function toTokenError(error: unknown, { client, keys, token }: Context): unknown {
  if (error instanceof ThumbturnError) return error
  if (error instanceof errors.JWTExpired) return createExpiredError(client, keys, decodeJwt(token).exp ?? 0)
  if (error instanceof errors.JOSEAlgNotAllowed)
    return createTokenError(
      'token_wrong_algorithm',
      'The token is not signed with ES256: it was made by somebody else',
      error,
    )
  if (error instanceof errors.JWKSNoMatchingKey)
    return createTokenError(
      'token_unknown_key',
      `The token names a key that ${client.application} does not have: it was made by another service`,
      error,
    )
  if (error instanceof errors.JWSSignatureVerificationFailed)
    return createTokenError(
      'token_bad_signature',
      'The token was not signed by the key that it names: it was changed or forged',
      error,
    )
  return createTokenError('token_malformed', 'This is no token of Thumbturn', error)
}

function createExpiredError({ now }: Client, keys: Keys, exp: number): ThumbturnError {
  const since = Math.round(now() / 1000 - exp)
  // It is the service's clock that decides what has expired.
  if ((now() - keys.ahead()) / 1000 < exp) return createClockError(keys)
  return createTokenError(
    'token_expired',
    `The token expired ${since} s ago: let the user sign in again, or refresh it`,
  )
}

function requireIssued({ now, clockTolerance }: Client, keys: Keys, { iat = 0 }: JWTPayload): void {
  const ahead = iat - now() / 1000
  if (ahead <= clockTolerance) return
  throw createClockError(keys, `The token will be issued in ${Math.round(ahead)} s`)
}

function createClockError(
  keys: Keys,
  what = 'The token has expired by the clock of this machine only',
): ThumbturnError {
  const seconds = Math.round(keys.ahead() / 1000)
  const off = `this machine's clock is ${Math.abs(seconds)} s ${seconds < 0 ? 'behind' : 'ahead of'} the service's`
  return createTokenError('clock_off', `${what}: ${off}. Synchronise it (NTP), or raise clockTolerance`)
}

const kinds: Readonly<Record<string, string>> = {
  jwtAccess: 'an access token',
  idToken: 'an ID token',
  mfaPayload: 'a payload signature',
  grant: 'a grant, which proves no sign-in',
  refreshToken: 'a refresh token, which is for refresh() only',
  externalAuth: "a backend's word, which is for mfa/third-party/verify only",
}

const describeTokenType = (type: unknown) =>
  typeof type === 'string' && Object.hasOwn(kinds, type) ? kinds[type] : 'of an unknown kind'

const createWrongTypeError = (said: unknown, wanted: TokenType) =>
  createTokenError(
    'token_wrong_type',
    `The token is ${describeTokenType(said)}, and ${describeTokenType(wanted)} is wanted`,
  )
