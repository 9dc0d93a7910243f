import { importPKCS8 } from 'jose'
import * as oidc from 'openid-client'
import { clientKey, redirectUri, type SuiteClient, secret } from './clients.ts'
import type { Connect, Connection } from './relying-party.ts'

/** A client by `openid-client`. */
export const connectOpenidClient: Connect = async (connection) => {
  const config = await discover(connection)
  const { client } = connection
  const options = client.dpop === 'required' ? { DPoP: oidc.getDPoPHandle(config, await oidc.randomDPoPKeyPair()) } : {}
  return {
    async startSignIn(parameters = {}, { wrongVerifier = false } = {}) {
      const { request, checks } = await createRequest(parameters)
      const address = client.requirePar
        ? await oidc.buildAuthorizationUrlWithPAR(config, request, options)
        : oidc.buildAuthorizationUrl(config, request)
      if (wrongVerifier) checks.pkceCodeVerifier = oidc.randomPKCECodeVerifier()
      return { address, complete: (callback) => oidc.authorizationCodeGrant(config, callback, checks, {}, options) }
    },
    refresh: (token, parameters) => oidc.refreshTokenGrant(config, token, parameters, options),
    requestMachineToken: (parameters) => oidc.clientCredentialsGrant(config, parameters, options),
    readUserinfo: (token, sub) => oidc.fetchUserInfo(config, token, sub, options),
    introspect: (token) => oidc.tokenIntrospection(config, token),
    revoke: (token) => oidc.tokenRevocation(config, token),
    createSignOutAddress: (parameters) => oidc.buildEndSessionUrl(config, parameters),
  }
}

async function discover({ issuer, client, recorder, secret: given = secret }: Connection) {
  const metadata = {
    id_token_signed_response_alg: client.idTokenAlg,
    ...(client.userinfoAlg && { userinfo_signed_response_alg: client.userinfoAlg }),
  }
  return oidc.discovery(new URL(issuer), client.id, metadata, await authenticate(client, given), {
    [oidc.customFetch]: recorder.fetch,
    // The library trusts the connection unless it is asked to verify signatures.
    execute: [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks],
  })
}

async function authenticate({ authMethod }: SuiteClient, given: string): Promise<oidc.ClientAuth> {
  if (authMethod === 'client_secret_basic') return oidc.ClientSecretBasic(given)
  if (authMethod === 'client_secret_post') return oidc.ClientSecretPost(given)
  if (authMethod === 'none') return oidc.None()
  return oidc.PrivateKeyJwt({ key: await importPKCS8(clientKey.pkcs8, 'ES256'), kid: clientKey.kid })
}

async function createRequest(parameters: Record<string, string>) {
  const checks = {
    pkceCodeVerifier: oidc.randomPKCECodeVerifier(),
    expectedState: oidc.randomState(),
    expectedNonce: oidc.randomNonce(),
  }
  const request = {
    redirect_uri: redirectUri,
    scope: 'openid',
    state: checks.expectedState,
    nonce: checks.expectedNonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(checks.pkceCodeVerifier),
    code_challenge_method: 'S256',
    ...parameters,
  }
  return { request, checks }
}
