import { decodeJwt, decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose'
import { type ClaimsByType, hasClaimsForType, type TokenType } from './claims.ts'
import { ThumbturnError, type TokenErrorCode } from './errors.ts'
import type { Keys } from './keys.ts'
import type { Client } from './options.ts'
import { requireClaims } from './requirements.ts'
import type { UserScope } from './wire.ts'

/** Requirements beyond a valid token. */
export interface VerifyOptions<Type extends TokenType = 'jwtAccess'> {
  /** The token type; an access token by default. */
  type?: Type | undefined
  /** Scopes that an access token must have. */
  scopes?: (Type extends 'jwtAccess' ? readonly UserScope[] : never) | undefined
  /** Requires a sign-in with a passkey; a code or a backend assertion is not enough. */
  passkey?: (Type extends 'mfaPayload' ? never : boolean) | undefined
  /** Maximum seconds since the sign-in. ID tokens only, because access tokens don't contain the time of the sign-in. */
  maxAge?: (Type extends 'idToken' ? number : never) | undefined
}

export const createTokenError = (code: TokenErrorCode, message: string, cause?: unknown) =>
  new ThumbturnError(code, message, { cause })

/** Maximum length of a token, which must fit into a header. */
const MAX_LENGTH = 16_384
/** RFC 7515 §7.1; decoders are more lenient. */
const compactJws = /^[\w-]+\.[\w-]+\.[\w-]+$/

/**
 * Verifies a token with the application's keys: ES256 only, the application's issuer and audience, not expired, and of
 * the requested type.
 * @throws ThumbturnError `token_…` or `clock_off` if the token is not valid; any code of a call if the keys could not
 * be fetched
 */
export async function verifyToken<Type extends TokenType = 'jwtAccess'>(
  { client, keys }: Verifier,
  token: string,
  options: VerifyOptions<Type> = {},
): Promise<ClaimsByType[Type]> {
  requireAudience(client, decodeUnverified(token).claims)
  const { appId, clockTolerance, now } = client
  const payload = await verifySignature({ client, keys }, token, { algorithms: ['ES256'], audience: appId })
  const type = (options.type ?? 'jwtAccess') as Type
  if (payload.tokenType !== type) throw createWrongTypeError(payload.tokenType, type)
  if (!hasClaimsForType(type, payload)) throw createTokenError('token_malformed', 'The token lacks claims of its type')
  requireClaims(payload, options, now() / 1000 - clockTolerance)
  return payload
}

/** The application's client, and its keys. */
export type Verifier = { client: Client; keys: Keys }

/**
 * Verifies signature, issuer, audience, and times of a token.
 * @throws ThumbturnError like verifyToken
 */
export async function verifySignature(
  { client, keys }: Verifier,
  token: string,
  expected: { algorithms: string[]; audience: string },
): Promise<JWTPayload> {
  const { issuers, clockTolerance, now } = client
  const checks = { ...expected, issuer: [...issuers], clockTolerance, currentDate: new Date(now()) }
  const { payload } = await jwtVerify(token, keys.find, checks).catch((error: unknown) => {
    throw toTokenError(error, { client, keys, token, algorithms: expected.algorithms })
  })
  requireIssued(client, keys, payload)
  return payload
}

/** Header and claims before the signature is verified: enough to reject a token, never to accept it. */
export function decodeUnverified(token: string): { typ: unknown; claims: JWTPayload } {
  if (typeof token !== 'string' || token === '')
    throw createTokenError('token_missing', 'There is no token: send it as Authorization: Bearer')
  try {
    if (token.length > MAX_LENGTH || !compactJws.test(token))
      throw new TypeError('A token has three parts in base64url')
    const { kid, typ } = decodeProtectedHeader(token)
    if (typeof kid !== 'string' || kid === '') throw new TypeError('The token names no key')
    return { typ, claims: decodeJwt(token) }
  } catch (cause) {
    throw createTokenError(
      'token_malformed',
      'This is not a Thumbturn token: send the JWT unchanged, without "Bearer"',
      cause,
    )
  }
}

/** Rejects a token of another application before its key is fetched. */
function requireAudience(client: Client, { aud, iss }: JWTPayload): void {
  if (aud !== client.appId)
    throw createTokenError(
      'token_wrong_audience',
      `The token is for application ${quoteClaim(aud)}, not ${client.appId}: check appId`,
    )
  requireIssuer(client, iss)
}

/** @throws ThumbturnError token_wrong_issuer */
export function requireIssuer({ issuers }: Client, iss: unknown): void {
  if (issuers.some((issuer) => issuer === iss)) return
  throw createTokenError(
    'token_wrong_issuer',
    `The token was issued by ${quoteClaim(iss)}, not ${issuers.join(' or ')}: set issuer if that is your service`,
  )
}

/** Claims are untrusted and end up in logs, so they are cut to one short line. */
export const quoteClaim = (claim: unknown) => JSON.stringify(claim)?.slice(0, 100) ?? 'none'

type Context = Verifier & { token: string; algorithms: readonly string[] }

function toTokenError(error: unknown, { client, keys, token, algorithms }: Context): unknown {
  if (error instanceof ThumbturnError) return error
  if (error instanceof errors.JWTExpired) return createExpiredError(client, keys, decodeJwt(token).exp ?? 0)
  if (error instanceof errors.JOSEAlgNotAllowed)
    return createTokenError(
      'token_wrong_algorithm',
      `The token is not signed with ${algorithms.join(' or ')}: reject it`,
      error,
    )
  if (error instanceof errors.JWKSNoMatchingKey)
    return createTokenError(
      'token_unknown_key',
      `The token names a key that ${client.application} does not have: another service issued it`,
      error,
    )
  if (error instanceof errors.JWSSignatureVerificationFailed)
    return createTokenError(
      'token_bad_signature',
      'The signature does not match: the token was changed or forged',
      error,
    )
  return createTokenError('token_malformed', 'This is not a Thumbturn token', error)
}

function createExpiredError({ now }: Client, keys: Keys, exp: number): ThumbturnError {
  const since = Math.round(now() / 1000 - exp)
  // Expiry is judged by the service's clock.
  if ((now() - keys.clockOffset()) / 1000 < exp) return createClockError(keys)
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
  reason = 'The token has expired only by the clock of this machine',
): ThumbturnError {
  const seconds = Math.round(keys.clockOffset() / 1000)
  const off = `this machine's clock is ${Math.abs(seconds)} s ${seconds < 0 ? 'behind' : 'ahead of'} the service's`
  return createTokenError('clock_off', `${reason}: ${off}. Synchronize it (NTP), or raise clockTolerance`)
}

const tokenTypeNames: Readonly<Record<string, string>> = {
  jwtAccess: 'an access token',
  idToken: 'an ID token',
  mfaPayload: 'a payload signature',
  grant: 'a grant, which does not prove a sign-in',
  refreshToken: 'a refresh token, which is for refresh() only',
  externalAuth: 'a backend assertion, which is for mfa/third-party/verify only',
}

const describeTokenType = (type: unknown) =>
  typeof type === 'string' && Object.hasOwn(tokenTypeNames, type) ? tokenTypeNames[type] : 'of an unknown type'

const createWrongTypeError = (actual: unknown, expected: TokenType) =>
  createTokenError('token_wrong_type', `The token is ${describeTokenType(actual)}: send ${describeTokenType(expected)}`)
