import { createLocalJWKSet, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose'
import { badRequest } from '../../core/errors.ts'
import type { OpenIdLogout } from '../../core/ports/openid.ts'
import type { Egress } from '../egress/egress.ts'
import { get, type ProviderMetadata, unusable } from './configuration.ts'

const event = 'http://schemas.openid.net/event/backchannel-logout'
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']
const clockTolerance = 30
/** Tokens without an expiry count for two minutes, as the standard recommends. */
const maxTokenAge = 120

type Parts = { egress: Egress; now(): number }
type Given = { metadata: ProviderMetadata; clientId: string; token: string }

/**
 * Verifies a logout token (OpenID Connect Back-Channel Logout 1.0 §2.6).
 * @throws AppError bad_request · Outage: the keys of the provider can't be read
 */
export async function verifyLogout(
  { egress, now }: Parts,
  { metadata, clientId, token }: Given,
): Promise<OpenIdLogout> {
  const keys = createLocalJWKSet(await readKeys(egress, metadata.jwks_uri))
  const { issuer } = metadata
  const options = { issuer, audience: clientId, algorithms, clockTolerance, currentDate: new Date(now()), maxTokenAge }
  const { payload } = await jwtVerify(token, keys, options).catch((error: unknown) => {
    throw invalid(error)
  })
  return readClaims(payload)
}

const invalid = (reason: unknown) => badRequest('logout_token is not a valid logout token of the provider', reason)

function readClaims({ jti, sub, sid, events, nonce, exp, iat = 0 }: JWTPayload): OpenIdLogout {
  const isLogout = events !== null && typeof events === 'object' && event in events
  if (!isLogout || nonce !== undefined) throw invalid('it is another kind of token')
  if (jti === undefined || jti.length > 256) throw invalid('it has no usable jti')
  const session = typeof sid === 'string' ? sid : undefined
  if (sub === undefined && session === undefined) throw invalid('it has neither sub nor sid')
  return { id: jti, expiresAt: ((exp ?? iat + maxTokenAge) + clockTolerance) * 1000, subject: sub, sid: session }
}

async function readKeys(egress: Egress, url: string): Promise<JSONWebKeySet> {
  const { status, text } = await get(egress, url)
  if (status !== 200) throw unusable(`${url} returned ${status}`)
  try {
    return JSON.parse(text) as JSONWebKeySet
  } catch (error) {
    throw unusable(`${url} returned no JSON: ${(error as Error).message}`)
  }
}
