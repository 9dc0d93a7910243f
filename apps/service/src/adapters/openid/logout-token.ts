import { createLocalJWKSet, decodeJwt, errors, type JWTPayload, jwtVerify } from 'jose'
import { badRequest, isOutage } from '../../core/errors.ts'
import { isSameIssuer } from '../../core/model/sso/issuer.ts'
import type { OpenIdClient, OpenIdLogout } from '../../core/ports/openid.ts'
import type { ProviderMetadata, Publications } from './configuration.ts'

const event = 'http://schemas.openid.net/event/backchannel-logout'
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']
const clockTolerance = 30
/** Tokens without an expiry count for two minutes, as the standard recommends. */
const maxTokenAge = 120
/** Keys that lack the one of a token are read again if they are older: tokens with made-up keys cause one request a second. */
const renewedKeysMs = 1_000

type Parts = { published: Publications; now(): number }

/**
 * Verifies a logout token (OpenID Connect Back-Channel Logout 1.0 §2.6). A token that can't be one causes no request.
 * @throws AppError bad_request · Outage: the configuration or the keys of the provider can't be read
 */
export async function verifyLogout(parts: Parts, client: OpenIdClient, token: string): Promise<OpenIdLogout> {
  const { iss } = decode(token)
  if (iss === undefined || !isSameIssuer(iss, client.discoveryUrl)) throw invalid('it is of another issuer')
  const metadata = await parts.published.readConfiguration(client.discoveryUrl)
  const payload = await verify(parts, { metadata, clientId: client.clientId, token })
  return readClaims(payload)
}

function decode(token: string): JWTPayload {
  try {
    return decodeJwt(token)
  } catch (error) {
    throw invalid(error)
  }
}

type LogoutRequest = { metadata: ProviderMetadata; clientId: string; token: string }

async function verify({ published, now }: Parts, { metadata, clientId, token }: LogoutRequest): Promise<JWTPayload> {
  const { issuer, jwks_uri: url } = metadata
  const options = { issuer, audience: clientId, algorithms, clockTolerance, currentDate: new Date(now()), maxTokenAge }
  const attempt = async (demand?: { mostAgeMs: number }) => {
    const keys = createLocalJWKSet(await published.readKeys(url, demand))
    return (await jwtVerify(token, keys, options)).payload
  }
  return attempt()
    .catch((error: unknown) => {
      if (error instanceof errors.JWKSNoMatchingKey) return attempt({ mostAgeMs: renewedKeysMs })
      throw error
    })
    .catch((error: unknown) => {
      throw isOutage(error) ? error : invalid(error)
    })
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
