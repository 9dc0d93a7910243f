import type { JWTPayload } from 'jose'
import type { ResourceSettings } from './resource-options.ts'
import {
  createTokenError,
  decodeUnverified,
  quoteClaim,
  requireIssuer,
  type Verifier,
  verifySignature,
} from './verify.ts'

/** Claims of an access token for a resource (RFC 9068 §2.2); times in seconds since 1970. */
export type ResourceClaims = {
  /** The application that issued it. */
  iss: string
  /** The resource. A client can get a token for several for itself. */
  aud: string | string[]
  /** The user as the client knows them, or the client itself if it acts for itself. */
  sub: string
  client_id: string
  /** Separated by spaces. */
  scope: string
  iat: number
  exp: number
  /** Token ID. */
  jti: string
  /** When the user signed in; absent if the client acts for itself. */
  auth_time?: number | undefined
  /** How the user signed in (RFC 8176). */
  amr?: string[] | undefined
  /** `phr` or `phrh` after a sign-in with a passkey. */
  acr?: string | undefined
  /** The key that the token is bound to (RFC 9449 §6.1). */
  cnf?: { jkt: string } | undefined
}

/** The service signs with either. */
const algorithms = ['ES256', 'RS256']

/**
 * Verifies an access token for a resource.
 * @throws ThumbturnError `token_…` or `clock_off`; any code of a call if the keys could not be fetched
 */
export async function verifyResourceToken(
  keys: Verifier['keys'],
  { client, audience }: ResourceSettings,
  token: string,
): Promise<ResourceClaims> {
  const { typ, claims } = decodeUnverified(token)
  requireAccessType(typ)
  requireResource(claims, audience)
  requireIssuer(client, claims.iss)
  const payload = await verifySignature({ client, keys }, token, { algorithms, audience })
  if (!isResourceToken(payload)) throw createTokenError('token_malformed', 'The token lacks claims of an access token')
  return payload
}

/** RFC 9068 §4. Other tokens of the application, such as ID tokens, have another type. */
function requireAccessType(typ: unknown): void {
  if (typeof typ === 'string' && /^(application\/)?at\+jwt$/i.test(typ)) return
  throw createTokenError(
    'token_wrong_type',
    `The token is of the type ${quoteClaim(typ)}, not at+jwt: send the access token of an OpenID client`,
  )
}

function requireResource({ aud }: JWTPayload, audience: string): void {
  if ([aud].flat().includes(audience)) return
  throw createTokenError(
    'token_wrong_audience',
    `The token is for ${quoteClaim(aud)}, not ${audience}: the client must ask for it with resource=${audience}`,
  )
}

function isResourceToken(claims: JWTPayload): claims is JWTPayload & ResourceClaims {
  const { sub, client_id, scope, jti, iat, exp, cnf, tokenType } = claims
  return (
    tokenType === undefined &&
    [sub, client_id, jti].every((claim) => typeof claim === 'string' && claim !== '') &&
    [iat, exp].every((claim) => typeof claim === 'number') &&
    typeof scope === 'string' &&
    (cnf === undefined || typeof (cnf as { jkt?: unknown } | null)?.jkt === 'string')
  )
}
