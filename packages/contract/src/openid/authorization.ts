import { Type } from 'typebox'
import { route } from '../route.ts'
import { clientRejections, credentialFields } from './shapes.ts'

const one = (description: string, example: string) => Type.Optional(Type.String({ description, examples: [example] }))

/** RFC 6749 §4.1.1, RFC 7636 §4.3, RFC 8707 §2, RFC 9126 §4, RFC 9449 §10, and OpenID Connect Core 1.0 §3.1.2.1. */
const fields = {
  response_type: one('`code`', 'code'),
  client_id: Type.String({ description: 'The client', examples: ['grafana'] }),
  redirect_uri: one('A redirect URI of the client, exactly as registered', 'https://grafana.example.com/callback'),
  scope: one('What the client asks for, separated by spaces; `openid` for an ID token', 'openid profile'),
  state: one('Returned as it is; at most 2,048 characters', 'af0ifjsldkj'),
  nonce: one('Returned in the ID token; at most 2,048 characters', 'n-0S6_WzA2Mj'),
  code_challenge: one('The SHA-256 digest of the code verifier', 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'),
  code_challenge_method: one('`S256`', 'S256'),
  prompt: one('`none`, or some of `login`, `consent`, `select_account`, and `create`', 'login'),
  max_age: one('How many seconds ago the user may have authenticated', '3600'),
  acr_values: one('`phr` for a passkey, `phrh` for a passkey in hardware, in order of preference', 'phr'),
  id_token_hint: one('An ID token of the client: only its user can sign in', 'eyJhbGciOiJSUzI1NiJ9…'),
  login_hint: one('The username that the client expects', 'ada@example.com'),
  ui_locales: one('Languages of the pages, in order of preference', 'de en'),
  claims: one('Single claims, for the ID token or userinfo, as JSON', '{"id_token":{"acr":{"essential":true}}}'),
  resource: one('The API that the access token is for', 'https://api.example.com'),
  dpop_jkt: one('The thumbprint of the key that the code is bound to', '0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I'),
  response_mode: one('`query`', 'query'),
  request_uri: one(
    'A request that was pushed; then only `client_id` counts besides it',
    'urn:ietf:params:oauth:request_uri:…',
  ),
}

/** The parameters that most requests have. */
const exampleRequest = {
  response_type: 'code',
  client_id: 'grafana',
  redirect_uri: 'https://grafana.example.com/callback',
  scope: 'openid profile',
  state: 'af0ifjsldkj',
  nonce: 'n-0S6_WzA2Mj',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
}

const AuthorizationRequest = Type.Object(fields, { examples: [exampleRequest] })

const shared = {
  path: '/openid/authorize',
  access: { kind: 'public', pages: 'none' },
  limit: 'begin',
  tag: 'authorization',
  checkedByHandler: true,
  errorPages: true,
  ok: 303,
  also: {
    400: 'The client or its redirect URI is unknown. Every other error is sent to the redirect URI, with `state` and `iss`',
  },
} as const

const PushedRequest = Type.Object(
  { ...fields, ...credentialFields },
  { examples: [{ ...exampleRequest, client_secret: 'c2VjcmV0IG9mIGEgY2xpZW50' }] },
)

export const authorizationRoutes = {
  pushedAuthorization: route({
    method: 'POST',
    path: '/openid/par',
    access: { kind: 'public', pages: 'every' },
    limit: 'begin',
    tag: 'authorization',
    summary: 'Push an authorization request',
    description:
      'RFC 9126: validates the request of a client that authenticates, and returns a `request_uri` that contains it, sealed, for the authorization endpoint. Writes nothing.',
    bodyMedia: 'application/x-www-form-urlencoded',
    body: PushedRequest,
    ok: 201,
    result: Type.Object(
      {
        request_uri: Type.String({ examples: ['urn:ietf:params:oauth:request_uri:AAAQzKQb…'] }),
        expires_in: Type.Integer({ description: 'Seconds', examples: [90] }),
      },
      { title: 'PushedAuthorization' },
    ),
    also: {
      400: { why: 'The request is not valid, with the error that its client would get', msgCode: 'invalid_request' },
      ...clientRejections,
    },
  }),
  authorize: route({
    ...shared,
    method: 'GET',
    summary: 'Ask for a sign-in',
    description:
      'Leads the browser to a hosted page, or back to the client with `code`, `state`, and `iss` (RFC 9207) if the session of the browser is sufficient. Writes nothing.',
    query: AuthorizationRequest,
  }),
  authorizePost: route({
    ...shared,
    method: 'POST',
    summary: 'Ask for a sign-in with a form',
    description:
      'The same for a form (OpenID Connect Core 1.0 §3.1.2.1). Leads the browser to the same address with a `request_uri`, because browsers post from other sites without cookies.',
    bodyMedia: 'application/x-www-form-urlencoded',
    body: AuthorizationRequest,
  }),
} as const
