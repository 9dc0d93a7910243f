import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { scopeClaims } from '@thumbturn/contract/vocabulary/claims.ts'
import { acrValues } from '@thumbturn/contract/vocabulary/openid.ts'
import { clientAlgorithms } from '@thumbturn/contract/vocabulary/openid-clients.ts'
import { type BrowserOptions, createHttpBrowser, submitForm } from '@thumbturn/service-harness/http-browser.ts'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { type ClientMetadata, type Configuration, errors, Provider } from 'oidc-provider'
import { clientProofAlgorithms } from '../../../../src/core/ports/client-proofs.ts'
import { afterSignOut, api, clients, hasSecret, redirectUri, type SuiteClient, secret } from './clients.ts'
import { isOfClient, type SuiteProvider, type SuiteUser } from './provider.ts'

/** `oidc-provider`, with the same clients, lifetimes, and user as ours. */
export async function startOidcProvider(user: SuiteUser): Promise<SuiteProvider> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, createConfiguration(user, [await createKey('RS256'), await createKey('ES256')]))
  const respond = provider.callback()
  server.on('request', (request, response) => {
    if (request.url!.startsWith('/interaction/')) void finishInteraction(provider, user, { request, response })
    else void respond(request, response)
  })
  return {
    name: 'oidc-provider',
    issuer,
    createBrowser: () => createHttpBrowser({ stopsAt: isOfClient, act: agree }),
    close: () => stop(server),
  }
}

async function createKey(alg: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair(alg, { extractable: true })
  return { ...(await exportJWK(privateKey)), kid: alg, alg, use: 'sig' }
}

const toMetadata = (client: SuiteClient): ClientMetadata => ({
  client_id: client.id,
  ...(hasSecret(client) && { client_secret: secret }),
  ...(client.jwks && { jwks: client.jwks as { keys: JWK[] } }),
  token_endpoint_auth_method: client.authMethod,
  id_token_signed_response_alg: client.idTokenAlg,
  ...(client.userinfoAlg && { userinfo_signed_response_alg: client.userinfoAlg }),
  grant_types: [...client.grantTypes],
  ...(client.grantTypes.includes('authorization_code')
    ? { redirect_uris: [redirectUri], post_logout_redirect_uris: [afterSignOut], response_types: ['code'] }
    : { redirect_uris: [], response_types: [] }),
  require_pushed_authorization_requests: client.requirePar ?? false,
  dpop_bound_access_tokens: client.dpop === 'required',
})

const createConfiguration = ({ username }: SuiteUser, keys: JWK[]): Configuration => ({
  jwks: { keys: keys as never },
  clients: Object.values(clients).map(toMetadata),
  findAccount: (_, accountId) => ({
    accountId,
    claims: () => ({ sub: accountId, preferred_username: username, name: username, updated_at: 0 }),
  }),
  scopes: ['openid', 'profile', 'email', 'phone', 'groups', 'offline_access'],
  claims: {
    openid: ['sub', 'sid', 'auth_time', 'acr', 'amr'],
    ...Object.fromEntries(Object.entries(scopeClaims).map(([scope, names]) => [scope, [...names]])),
  },
  clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'],
  // As ours, because many clients read the ID token only.
  conformIdTokenClaims: false,
  acrValues: [...acrValues],
  subjectTypes: ['public', 'pairwise'],
  pairwiseIdentifier: (_, accountId) => accountId,
  allowOmittingSingleRegisteredRedirectUri: false,
  // Cookies that come along with forms of other sites.
  enableHttpPostMethods: true,
  cookies: { keys: ['of the tests'], long: { sameSite: 'none' } },
  responseTypes: ['code'],
  pkce: { required: (_, { clientId }) => clientId !== clients.old.id },
  // As ours: a public client gets a new refresh token each time, a confidential one keeps its own.
  rotateRefreshToken: ({ oidc }) => oidc.client?.clientAuthMethod === 'none',
  issueRefreshToken: async (_, client, code) =>
    client.grantTypeAllowed('refresh_token') && code.scopes.has('offline_access'),
  ttl: {
    AccessToken: 600,
    AuthorizationCode: 60,
    ClientCredentials: 600,
    IdToken: 600,
    RefreshToken: 2_592_000,
    Grant: 2_592_000,
    Interaction: 600,
    Session: 2_592_000,
  },
  features: {
    devInteractions: { enabled: false },
    deviceFlow: { enabled: true },
    clientCredentials: { enabled: true },
    dPoP: { enabled: true },
    introspection: { enabled: true, allowedPolicy: (_, { clientId }, token) => token.clientId === clientId },
    jwtUserinfo: { enabled: true },
    pushedAuthorizationRequests: { enabled: true },
    revocation: { enabled: true, allowedPolicy: (_, { clientId }, token) => token.clientId === clientId },
    rpInitiatedLogout: { enabled: true },
    claimsParameter: { enabled: true },
    resourceIndicators: {
      enabled: true,
      useGrantedResource: () => true,
      getResourceServerInfo(_, resource) {
        if (resource !== api) throw new errors.InvalidTarget()
        return { scope: 'read write', accessTokenFormat: 'jwt', audience: api }
      },
    },
  },
  enabledJWA: {
    idTokenSigningAlgValues: [...clientAlgorithms],
    userinfoSigningAlgValues: [...clientAlgorithms],
    clientAuthSigningAlgValues: [...clientProofAlgorithms],
    dPoPSigningAlgValues: [...clientProofAlgorithms],
  },
  interactions: { url: (_, { uid }) => `/interaction/${uid}` },
  renderError: (ctx, out) => {
    ctx.body = JSON.stringify(out)
  },
})

type Exchange = { request: IncomingMessage; response: ServerResponse }

/** Signs the user in, who consents to everything. */
async function finishInteraction(provider: Provider, user: SuiteUser, { request, response }: Exchange) {
  const { prompt, params, session } = await provider.interactionDetails(request, response)
  const login = { login: { accountId: user.sub, amr: ['hwk', 'user', 'mfa'], acr: 'phrh' } }
  const result = prompt.name === 'login' ? login : { consent: { grantId: await grant() } }
  return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: prompt.name !== 'login' })

  function grant() {
    const granted = new provider.Grant({ accountId: session!.accountId, clientId: String(params.client_id) })
    granted.addOIDCScope(String(params.scope))
    if (params.resource) granted.addResourceScope(String(params.resource), 'read write')
    return granted.save()
  }
}

/** Its own pages are forms, by which the user signs out. */
const agree: BrowserOptions['act'] = (page, browser) => submitForm(page, browser, { logout: 'yes' })

const stop = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
