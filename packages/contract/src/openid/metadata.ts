import { Type } from 'typebox'
import { route } from '../route.ts'

const issuer = 'http://localhost:4300/apps/demo'

const Endpoint = (path: string) => Type.String({ description: 'URL', examples: [`${issuer}${path}`] })

const Metadata = Type.Object(
  {
    issuer: Type.String({ description: "The application's base URL: the `iss` of its tokens", examples: [issuer] }),
    jwks_uri: Endpoint('/fido2/v2/.well-known/jwks.json'),
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
