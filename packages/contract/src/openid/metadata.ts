import { Type } from 'typebox'
import { route } from '../route.ts'
import { acrValues, openidScopes, prompts } from '../vocabulary/openid.ts'

const issuer = 'http://localhost:4300/apps/demo'

const Endpoint = (path: string) => Type.String({ description: 'URL', examples: [`${issuer}${path}`] })
const Names = (names: readonly string[]) => Type.Array(Type.String(), { examples: [[...names]] })

const Metadata = Type.Object(
  {
    issuer: Type.String({ description: "The application's base URL: the `iss` of its tokens", examples: [issuer] }),
    authorization_endpoint: Endpoint('/openid/authorize'),
    jwks_uri: Endpoint('/fido2/v2/.well-known/jwks.json'),
    scopes_supported: Names(openidScopes),
    response_types_supported: Names(['code']),
    response_modes_supported: Names(['query']),
    prompt_values_supported: Names(prompts),
    acr_values_supported: Names(acrValues),
    code_challenge_methods_supported: Names(['S256']),
    authorization_response_iss_parameter_supported: Type.Boolean({ examples: [true] }),
    claims_parameter_supported: Type.Boolean({ examples: [true] }),
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
