import { importPKCS8 } from 'jose'
import * as oauth from 'oauth4webapi'
import { clientKey, redirectUri, type SuiteClient, secret } from './clients.ts'
import type { Connect, Connection, RelyingParty } from './relying-party.ts'

type Context = {
  server: oauth.AuthorizationServer
  client: oauth.Client
  authentication: oauth.ClientAuth
  /** Of every request. */
  options: { [oauth.allowInsecureRequests]: true; [oauth.customFetch]: typeof fetch; DPoP?: oauth.DPoPHandle }
  isPushing: boolean
}

/** A client by `oauth4webapi`. */
export const connectOauth4webapi: Connect = async (connection) => {
  const context = await discover(connection)
  const { server, client, authentication, options } = context
  return {
    startSignIn: (parameters = {}, { wrongVerifier = false } = {}) =>
      startSignIn(context, { parameters, wrongVerifier }),
    async refresh(token, additionalParameters) {
      const sent = { ...options, additionalParameters: { ...additionalParameters } }
      const response = await oauth.refreshTokenGrantRequest(server, client, authentication, token, sent)
      return oauth.processRefreshTokenResponse(server, client, response)
    },
    async requestMachineToken(parameters = {}) {
      const response = await oauth.clientCredentialsGrantRequest(server, client, authentication, parameters, options)
      return oauth.processClientCredentialsResponse(server, client, response)
    },
    async readUserinfo(token, sub) {
      const response = await oauth.userInfoRequest(server, client, token, options)
      return oauth.processUserInfoResponse(server, client, sub, response)
    },
    ...createTokenCalls(context),
  }
}

function createTokenCalls({ server, client, authentication, options }: Context) {
  return {
    async introspect(token) {
      const response = await oauth.introspectionRequest(server, client, authentication, token, options)
      return oauth.processIntrospectionResponse(server, client, response)
    },
    async revoke(token) {
      await oauth.processRevocationResponse(
        await oauth.revocationRequest(server, client, authentication, token, options),
      )
    },
    createSignOutAddress: (parameters) =>
      new URL(`${server.end_session_endpoint}?${new URLSearchParams({ client_id: client.client_id, ...parameters })}`),
  } satisfies Partial<RelyingParty>
}

async function discover({ issuer, client, recorder, secret: given = secret }: Connection): Promise<Context> {
  const options = { [oauth.allowInsecureRequests]: true, [oauth.customFetch]: recorder.fetch } as const
  const response = await oauth.discoveryRequest(new URL(issuer), options)
  const server = await oauth.processDiscoveryResponse(new URL(issuer), response)
  const known: oauth.Client = {
    client_id: client.id,
    id_token_signed_response_alg: client.idTokenAlg,
    ...(client.userinfoAlg && { userinfo_signed_response_alg: client.userinfoAlg }),
  }
  const proofs = client.dpop === 'required' && { DPoP: oauth.DPoP(known, await oauth.generateKeyPair('ES256')) }
  return {
    server,
    client: known,
    authentication: await authenticate(client, given),
    options: { ...options, ...proofs },
    isPushing: client.requirePar ?? false,
  }
}

async function authenticate({ authMethod }: SuiteClient, given: string): Promise<oauth.ClientAuth> {
  if (authMethod === 'client_secret_basic') return oauth.ClientSecretBasic(given)
  if (authMethod === 'client_secret_post') return oauth.ClientSecretPost(given)
  if (authMethod === 'none') return oauth.None()
  return oauth.PrivateKeyJwt({ key: await importPKCS8(clientKey.pkcs8, 'ES256'), kid: clientKey.kid })
}

type Starting = { parameters: Record<string, string>; wrongVerifier: boolean }

async function startSignIn(context: Context, { parameters, wrongVerifier }: Starting) {
  const verifier = oauth.generateRandomCodeVerifier()
  const checks = { state: oauth.generateRandomState(), nonce: oauth.generateRandomNonce() }
  const request = {
    client_id: context.client.client_id,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: 'openid',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...checks,
    ...parameters,
  }
  const sent = wrongVerifier ? oauth.generateRandomCodeVerifier() : verifier
  return {
    address: await createAddress(context, request),
    complete: (callback: URL) => exchange(context, callback, { ...checks, verifier: sent }),
  }
}

async function createAddress({ server, client, authentication, options, isPushing }: Context, request: object) {
  if (!isPushing) return toAddress(server, request as Record<string, string>)
  const pushed = await oauth.pushedAuthorizationRequest(
    server,
    client,
    authentication,
    request as Record<string, string>,
    options,
  )
  const { request_uri } = await oauth.processPushedAuthorizationResponse(server, client, pushed)
  return toAddress(server, { client_id: client.client_id, request_uri })
}

const toAddress = ({ authorization_endpoint }: oauth.AuthorizationServer, request: Record<string, string>) =>
  new URL(`${authorization_endpoint}?${new URLSearchParams(request)}`)

type Checks = { state: string; nonce: string; verifier: string }

async function exchange(context: Context, callback: URL, { state, nonce, verifier }: Checks) {
  const { server, client, authentication, options } = context
  const parameters = oauth.validateAuthResponse(server, client, callback, state)
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    authentication,
    parameters,
    redirectUri,
    verifier,
    options,
  )
  const expected = { expectedNonce: nonce, requireIdToken: true }
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, expected)
  // The library trusts the connection unless it is asked to verify the signature.
  await oauth.validateApplicationLevelSignature(server, response, options)
  return tokens
}
