import { Type } from 'typebox'
import { route } from '../route.ts'
import { scopeClaims } from '../vocabulary/claims.ts'
import { acrValues, openidScopes, prompts, userinfoPath } from '../vocabulary/openid.ts'
import { clientAlgorithms, clientAuthMethods, grantTypes } from '../vocabulary/openid-clients.ts'

const issuer = 'http://localhost:4300/apps/demo'

/** Examples only: the service lists what it verifies. */
const proofAlgorithms = ['ES256', 'RS256', 'PS256', 'EdDSA']

const Endpoint = (path: string) => Type.String({ description: 'URL', examples: [`${issuer}${path}`] })
const Names = (names: readonly string[]) => Type.Array(Type.String(), { examples: [[...names]] })

const Metadata = Type.Object(
  {
    issuer: Type.String({ description: "The application's base URL: the `iss` of its tokens", examples: [issuer] }),
    authorization_endpoint: Endpoint('/openid/authorize'),
    token_endpoint: Endpoint('/openid/token'),
    userinfo_endpoint: Endpoint(userinfoPath),
    introspection_endpoint: Endpoint('/openid/introspect'),
    revocation_endpoint: Endpoint('/openid/revoke'),
    device_authorization_endpoint: Endpoint('/openid/device-authorization'),
    pushed_authorization_request_endpoint: Endpoint('/openid/par'),
    end_session_endpoint: Endpoint('/openid/end-session'),
    registration_endpoint: Type.Optional(Endpoint('/openid/register')),
    jwks_uri: Endpoint('/fido2/v2/.well-known/jwks.json'),
    scopes_supported: Names(openidScopes),
    grant_types_supported: Names(grantTypes),
    response_types_supported: Names(['code']),
    response_modes_supported: Names(['query']),
    subject_types_supported: Names(['public', 'pairwise']),
    id_token_signing_alg_values_supported: Names(clientAlgorithms),
    userinfo_signing_alg_values_supported: Names(clientAlgorithms),
    claims_supported: Names(['sub', ...scopeClaims.email]),
    introspection_endpoint_auth_methods_supported: Names(clientAuthMethods.filter((method) => method !== 'none')),
    introspection_endpoint_auth_signing_alg_values_supported: Names(proofAlgorithms),
    revocation_endpoint_auth_methods_supported: Names(clientAuthMethods),
    revocation_endpoint_auth_signing_alg_values_supported: Names(proofAlgorithms),
    backchannel_logout_supported: Type.Boolean({ examples: [true] }),
    backchannel_logout_session_supported: Type.Boolean({ examples: [true] }),
    require_pushed_authorization_requests: Type.Boolean({ examples: [false] }),
    token_endpoint_auth_methods_supported: Names(clientAuthMethods),
    token_endpoint_auth_signing_alg_values_supported: Names(proofAlgorithms),
    dpop_signing_alg_values_supported: Names(proofAlgorithms),
    prompt_values_supported: Names(prompts),
    acr_values_supported: Names(acrValues),
    code_challenge_methods_supported: Names(['S256']),
    authorization_response_iss_parameter_supported: Type.Boolean({ examples: [true] }),
    claims_parameter_supported: Type.Boolean({ examples: [true] }),
    client_id_metadata_document_supported: Type.Optional(
      Type.Boolean({
        description: 'Whether the application accepts clients that are known by their metadata document',
        examples: [true],
      }),
    ),
    request_parameter_supported: Type.Boolean({ examples: [false] }),
    request_uri_parameter_supported: Type.Boolean({ examples: [false] }),
  },
  { title: 'ProviderMetadata' },
)

const description =
  'What works, and where: OpenID Connect Discovery 1.0 §3 and RFC 8414 §2. It is also served where RFC 8414 §3.1 puts it for an issuer with a path, between host and path.'

const metadataRoute = {
  method: 'GET',
  access: { kind: 'public', pages: 'every' },
  limit: 'read',
  offline: true,
  tag: 'metadata',
  description,
  ok: 200,
  etag: true,
  result: Metadata,
  also: {},
} as const

export const metadataRoutes = {
  openidConfiguration: route({
    ...metadataRoute,
    path: '/.well-known/openid-configuration',
    summary: 'Read the metadata of the OpenID Provider',
  }),
  authorizationServerMetadata: route({
    ...metadataRoute,
    path: '/.well-known/oauth-authorization-server',
    summary: 'Read the metadata of the authorization server',
  }),
} as const
