import { groupsScope, standardScopes } from '@thumbturn/contract/vocabulary/sso.ts'
import * as oidc from 'openid-client'
import type { OpenId, OpenIdClient } from '../../core/ports/openid.ts'
import type { Egress, IncomingResponse } from '../egress/egress.ts'
import { type ClaimPaths, listMissing, type Sources, toUser } from './claims.ts'
import { createPublications, type ProviderMetadata, parseObject } from './configuration.ts'
import { verifyLogout } from './logout-token.ts'
import { findOutage, unusable } from './outages.ts'
import { explainError, rejected } from './rejections.ts'

/** Seconds by which the clocks of provider and service can differ. */
export const clockTolerance = 30

type Parts = { egress: Egress; now(): number; monotonic(): number }

/** OpenID Connect by `openid-client`, whose requests go where the operator allows. */
export function createClient({ egress, now, monotonic }: Parts): OpenId {
  const published = createPublications(egress, monotonic)
  return {
    async check({ discoveryUrl }) {
      const anew = { mostAgeMs: 0, retries: true }
      const { issuer, jwks_uri: keys } = await published.readConfiguration(discoveryUrl, anew)
      await published.readKeys(keys, anew)
      return { issuer }
    },
    async createAuthorizationUrl(client, { state, nonce, verifier, reauthenticates, emailHint }) {
      const metadata = await published.readConfiguration(client.discoveryUrl)
      const challenge = await oidc.calculatePKCECodeChallenge(verifier)
      const url = oidc.buildAuthorizationUrl(configure(egress, { client, metadata }), {
        redirect_uri: client.redirectUri,
        scope: listScopes(client, metadata).join(' '),
        state,
        nonce,
        code_challenge: challenge,
        code_challenge_method: 'S256',
        ...(reauthenticates && { prompt: 'login', max_age: '0' }),
        ...(emailHint !== undefined && { login_hint: emailHint }),
      })
      return url.href
    },
    async redeemCode(client, { state, nonce, verifier, parameters }) {
      // A code needs a request anyway, and what the provider has changed since counts for its token.
      const metadata = await published.readConfiguration(client.discoveryUrl, { mostAgeMs: 0 })
      const configuration = configure(egress, { client, metadata })
      const response = new URL(`${client.redirectUri}?${parameters}`)
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true }
      const tokens = await oidc.authorizationCodeGrant(configuration, response, checks).catch((error: unknown) => {
        throw explainError(error)
      })
      const names = { ...client.claims, roles: client.roleClaim }
      return toUser(await readSources(configuration, tokens, names), names)
    },
    verifyLogoutToken: (client, token) => verifyLogout({ published, now }, client, token),
  }
}

/** Those of the settings, or the usual ones. Without `groups`, many providers send none. */
function listScopes({ scopes, roleClaim }: OpenIdClient, { scopes_supported: listed }: ProviderMetadata): string[] {
  if (scopes.length > 0) return [...new Set(['openid', ...scopes])]
  const asksForGroups = roleClaim !== undefined && Array.isArray(listed) && listed.includes(groupsScope)
  return [...standardScopes, ...(asksForGroups ? [groupsScope] : [])]
}

type ConfiguredClient = { client: OpenIdClient; metadata: ProviderMetadata }

/** Basic authentication unless the provider takes only the other kind (OpenID Connect Core 1.0 §9). */
function configure(egress: Egress, { client, metadata }: ConfiguredClient): oidc.Configuration {
  const { clientId, clientSecret } = client
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const authentication = methods.includes('client_secret_basic') ? oidc.ClientSecretBasic : oidc.ClientSecretPost
  const options = { client_secret: clientSecret, [oidc.clockTolerance]: clockTolerance }
  const configuration = new oidc.Configuration(metadata, clientId, options, authentication(clientSecret))
  configuration[oidc.customFetch] = createFetch(egress, metadata)
  oidc.enableNonRepudiationChecks(configuration)
  // The egress rule decides where TLS can be left out.
  if (metadata.issuer.startsWith('http:')) oidc.allowInsecureRequests(configuration)
  return configuration
}

/** The function that the library calls instead of `fetch`. */
function createFetch(egress: Egress, metadata: ProviderMetadata): oidc.CustomFetch {
  return async (url, { method, headers, body }) => {
    const call = {
      method: method === 'POST' ? 'POST' : 'GET',
      url: new URL(url),
      headers: { ...headers, accept: 'application/json' },
      ...(body && { body: String(body) }),
    } as const
    const response = await egress.call(call, AbortSignal.timeout(10_000)).catch((error: Error) => {
      throw unusable(`${url}: ${error.message}`)
    })
    const isJson = parseObject(response.text) !== undefined
    requireUsable(url, response, { isJson, metadata })
    const type = isJson ? 'application/json' : (response.headers['content-type'] ?? 'text/plain')
    return new Response(response.text, { status: response.status, headers: { 'content-type': type } })
  }
}

type ResponseContext = { isJson: boolean; metadata: ProviderMetadata }

/** Tells a provider that doesn't work from one that rejects the request: that one says so in JSON, except UserInfo. */
function requireUsable(url: string, { status }: IncomingResponse, { isJson, metadata }: ResponseContext) {
  const isOverloaded = status >= 500 || [408, 425, 429].includes(status)
  const lacksKeys = url === metadata.jwks_uri && status !== 200
  const isPage = url !== metadata.userinfo_endpoint && !isJson
  if (isOverloaded || lacksKeys || isPage) throw unusable(`${url} returned ${status}${isPage ? ' without JSON' : ''}`)
}

/** OpenID Connect Core 1.0 §2. */
const longestSubject = 255

type Tokens = Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>

/** Some providers put email address, name, and groups only into UserInfo, which is asked for what the ID token lacks. */
async function readSources(configuration: oidc.Configuration, tokens: Tokens, names: ClaimPaths): Promise<Sources> {
  const idToken = tokens.claims()!
  if (idToken.sub.length > longestSubject)
    throw rejected(`its subject has more than ${longestSubject} characters`, idToken.sub.length)
  const missing = listMissing(idToken, names)
  if (missing.length === 0 || configuration.serverMetadata().userinfo_endpoint === undefined) return [idToken]
  try {
    return [idToken, await oidc.fetchUserInfo(configuration, tokens.access_token, idToken.sub)]
  } catch (error) {
    const outage = findOutage(error)
    if (outage) throw outage
    // Without these two, a member would lose roles, or wouldn't be recognized.
    const needed = missing.filter((name) => name === 'email' || name === 'roles')
    if (needed.length === 0) return [idToken]
    const claims = needed.map((name) => names[name]).join(' and ')
    throw rejected(`UserInfo can't be read, and the ID token lacks ${claims}`, error)
  }
}
