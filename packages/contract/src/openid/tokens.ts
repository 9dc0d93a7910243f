import { Type } from 'typebox'
import { route } from '../route.ts'
import { exampleUserId } from '../sample.ts'
import { clientRejections, credentialFields, Field } from './shapes.ts'

/** Of a client with a secret, so that samples have one of the ways to authenticate. */
const exampleCredentials = { client_id: 'grafana', client_secret: 'c2VjcmV0IG9mIGEgY2xpZW50' }

const exampleTokenRequest = {
  grant_type: 'authorization_code',
  code: 'AAAQzKQb…',
  redirect_uri: 'https://grafana.example.com/callback',
  code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
  ...exampleCredentials,
}

const tokenRequestFields = {
  grant_type: Type.String({
    minLength: 1,
    maxLength: 100,
    description:
      '`authorization_code`, `refresh_token`, `client_credentials`, or `urn:ietf:params:oauth:grant-type:device_code`',
    examples: ['authorization_code'],
  }),
  code: Field(16_384, 'The code (`authorization_code`)', 'AAAQzKQb…'),
  redirect_uri: Field(2_000, 'The redirect URI of the request for the code', 'https://grafana.example.com/callback'),
  code_verifier: Field(
    128,
    'Belongs to its `code_challenge` (RFC 7636)',
    'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
  ),
  device_code: Field(4_096, 'The device code (RFC 8628)', 'AAAQzKQb…'),
  refresh_token: Field(512, 'The refresh token (`refresh_token`)', 'kD2n8…'),
  scope: Field(4_200, 'Some of what was granted; for `client_credentials`, what the client asks for', 'openid'),
  resource: Field(2_000, 'The API that the access token is for (RFC 8707)', 'https://api.example.com'),
  ...credentialFields,
}
const TokenRequest = Type.Object(tokenRequestFields, { examples: [exampleTokenRequest] })

const TokenResponse = Type.Object(
  {
    access_token: Type.String({
      description: 'A JWT (RFC 9068)',
      examples: ['eyJhbGciOiJSUzI1NiIsInR5cCI6ImF0K2p3dCJ9…'],
    }),
    token_type: Type.Union([Type.Literal('Bearer'), Type.Literal('DPoP')], {
      description: '`DPoP`: it works only with proofs of the key that the call proved to have (RFC 9449)',
      examples: ['Bearer'],
    }),
    expires_in: Type.Integer({ description: 'Seconds', examples: [600] }),
    scope: Type.String({ description: 'What was granted', examples: ['openid profile'] }),
    refresh_token: Type.Optional(Type.String({ description: 'With `offline_access`', examples: ['kD2n8…'] })),
    id_token: Type.Optional(
      Type.String({ description: 'With `openid`: who signed in', examples: ['eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9…'] }),
    ),
  },
  { title: 'TokenResponse' },
)

const Token = Type.String({ minLength: 1, maxLength: 8_192, description: 'The token', examples: ['kD2n8…'] })
const exampleTokenCall = { token: 'kD2n8…', ...exampleCredentials }
const hint = Field(100, 'Ignored: the service sees what kind of token it is', 'refresh_token')

const TokenCall = Type.Object(
  { token: Token, token_type_hint: hint, ...credentialFields },
  { examples: [exampleTokenCall] },
)

const form = {
  method: 'POST',
  limit: 'complete',
  tag: 'tokens',
  bodyMedia: 'application/x-www-form-urlencoded',
} as const

const Introspection = Type.Object(
  {
    active: Type.Boolean({ description: 'Without it, nothing else is said', examples: [true] }),
    client_id: Type.Optional(Type.String({ examples: ['grafana'] })),
    scope: Type.Optional(Type.String({ examples: ['openid profile'] })),
    sub: Type.Optional(
      Type.String({ description: 'The user as the client knows them, or the client', examples: [exampleUserId] }),
    ),
    username: Type.Optional(Type.String({ examples: ['ada@example.com'] })),
    token_type: Type.Optional(
      Type.String({ description: '`Bearer` or `DPoP`; absent for refresh tokens', examples: ['Bearer'] }),
    ),
    aud: Type.Optional(Type.Array(Type.String(), { examples: [['http://localhost:4300/apps/demo/openid/userinfo']] })),
    iss: Type.Optional(Type.String({ examples: ['http://localhost:4300/apps/demo'] })),
    exp: Type.Optional(Type.Integer({ description: 'Seconds since 1970', examples: [1_795_776_600] })),
    iat: Type.Optional(Type.Integer({ description: 'Seconds since 1970', examples: [1_795_776_000] })),
    jti: Type.Optional(Type.String({ examples: ['0f8fad5b-d9cb-469f-a165-70867728950e'] })),
    auth_time: Type.Optional(Type.Integer({ description: 'When the user authenticated', examples: [1_795_776_000] })),
    acr: Type.Optional(Type.String({ examples: ['phr'] })),
    cnf: Type.Optional(
      Type.Object(
        { jkt: Type.String({ examples: ['0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I'] }) },
        { title: 'Confirmation', description: 'The key that the token is bound to' },
      ),
    ),
  },
  { title: 'Introspection' },
)

export const tokenRoutes = {
  token: route({
    ...form,
    path: '/openid/token',
    access: { kind: 'public', pages: 'every' },
    summary: 'Exchange a grant for tokens',
    description:
      'Exchanges a code, a refresh token, or a device code, or issues a token to a machine (RFC 6749 §4.1.3, §6, §4.4.2; RFC 8628 §3.4). A code works once; if it is used again, everything that it led to is revoked. A refresh token of a client without a secret is replaced with each use.',
    body: TokenRequest,
    ok: 200,
    result: TokenResponse,
    also: {
      400: {
        why: 'The grant is not valid: `invalid_grant`, `invalid_request`, `invalid_scope`, `invalid_target`, `invalid_dpop_proof`, `unauthorized_client`, or `unsupported_grant_type`; for device codes also `authorization_pending`, `slow_down`, `access_denied`, or `expired_token`',
        msgCode: 'invalid_grant',
      },
      ...clientRejections,
    },
  }),
  introspect: route({
    ...form,
    path: '/openid/introspect',
    access: { kind: 'public', pages: 'none' },
    summary: 'Ask whether a token is active',
    description:
      'RFC 7662, for clients that authenticate: about their own tokens, and about access tokens for one of their resources. About any other token, they learn only that it is not active for them.',
    body: TokenCall,
    ok: 200,
    result: Introspection,
    also: clientRejections,
  }),
  revoke: route({
    ...form,
    path: '/openid/revoke',
    access: { kind: 'public', pages: 'every' },
    summary: 'Revoke a token',
    description:
      'RFC 7009. A refresh token is revoked with everything that was issued with it; an access token alone, for userinfo and introspection. The response is the same for a token that is not valid.',
    body: TokenCall,
    ok: 200,
    also: clientRejections,
  }),
} as const
