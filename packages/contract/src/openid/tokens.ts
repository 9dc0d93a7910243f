import { Type } from 'typebox'
import { route } from '../route.ts'
import { credentialFields, Field } from './shapes.ts'

const TokenRequest = Type.Object({
  grant_type: Type.String({
    minLength: 1,
    maxLength: 100,
    description: '`authorization_code`, `refresh_token`, or `client_credentials`',
    examples: ['authorization_code'],
  }),
  code: Field(16_384, 'The code (`authorization_code`)', 'AAAQzKQb…'),
  redirect_uri: Field(2_000, 'The redirect URI of the request for the code', 'https://grafana.example.com/callback'),
  code_verifier: Field(
    128,
    'Belongs to its `code_challenge` (RFC 7636)',
    'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
  ),
  refresh_token: Field(512, 'The refresh token (`refresh_token`)', 'kD2n8…'),
  scope: Field(1_000, 'Some of what was granted; for `client_credentials`, what the client asks for', 'openid'),
  resource: Field(2_000, 'The API that the access token is for (RFC 8707)', 'https://api.example.com'),
  ...credentialFields,
})

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

/** Both errors of every endpoint at which clients authenticate. */
export const clientRejections = {
  401: { why: 'The client is unknown, or its credentials are wrong', msgCode: 'invalid_client' },
} as const

export const tokenRoutes = {
  token: route({
    method: 'POST',
    path: '/openid/token',
    access: { kind: 'public', pages: 'every' },
    limit: 'complete',
    tag: 'tokens',
    summary: 'Exchange a grant for tokens',
    description:
      'Exchanges a code or a refresh token, or issues a token to a machine (RFC 6749 §4.1.3, §6, §4.4.2). A code works once; if it is used again, everything that it led to is revoked. A refresh token of a client without a secret is replaced with each use.',
    bodyMedia: 'application/x-www-form-urlencoded',
    body: TokenRequest,
    ok: 200,
    result: TokenResponse,
    also: {
      400: {
        why: 'The grant is not valid: `invalid_grant`, `invalid_request`, `invalid_scope`, `invalid_target`, `invalid_dpop_proof`, `unauthorized_client`, or `unsupported_grant_type`',
        msgCode: 'invalid_grant',
      },
      ...clientRejections,
    },
  }),
} as const
