import { Type } from 'typebox'
import { route } from '../route.ts'
import { type CapabilityName, capabilities, capabilityNames } from '../vocabulary/capabilities.ts'

const use = Type.String({ examples: ['sig'] })
const operations = Type.Array(Type.String(), { examples: [['verify']] })
const kid = Type.String({ examples: ['NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs'] })

const EcJwk = Type.Object(
  {
    kty: Type.Literal('EC', { examples: ['EC'] }),
    use,
    key_ops: operations,
    alg: Type.Literal('ES256', { examples: ['ES256'] }),
    kid,
    crv: Type.String({ examples: ['P-256'] }),
    x: Type.String({ description: 'base64url', examples: ['WKn-ZIGevcwGIyyrzFoZNBdaq9_TsqzGl96oc0CWuis'] }),
    y: Type.String({ description: 'base64url', examples: ['y77t-RvAHRKTsSGdIYUfweuOvwrvDD-Q3Hv5J0fSKbE'] }),
  },
  { title: 'JWK' },
)

const RsaJwk = Type.Object(
  {
    kty: Type.Literal('RSA', { examples: ['RSA'] }),
    use,
    key_ops: operations,
    alg: Type.Literal('RS256', { examples: ['RS256'] }),
    kid,
    n: Type.String({
      description: 'The modulus, base64url',
      examples: ['0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM'],
    }),
    e: Type.String({ description: 'The exponent, base64url', examples: ['AQAB'] }),
  },
  { title: 'RsaJWK' },
)

const Capabilities = Type.Unsafe<Record<CapabilityName, boolean>>(
  Type.Object(
    Object.fromEntries(
      capabilityNames.map((name) => [
        name,
        Type.Boolean({ description: capabilities[name].summary, examples: [true] }),
      ]),
    ),
    { title: 'Capabilities' },
  ),
)

export const publicRoutes = {
  jwks: route({
    method: 'GET',
    path: '/.well-known/jwks.json',
    access: { kind: 'public', pages: 'every' },
    limit: 'read',
    offline: true,
    tag: 'keys',
    summary: "List the keys that sign this application's tokens",
    description:
      'Cache by `kid`, for as long as Cache-Control says: a key signs only when every such copy has it. ' +
      'The one that signs is first. One key set an application. RS256 keys sign tokens of OpenID clients only.',
    ok: 200,
    etag: true,
    result: Type.Object({ keys: Type.Array(Type.Union([EcJwk, RsaJwk])) }, { title: 'WellKnownJwks' }),
    also: { 404: 'The application does not exist' },
  }),
  version: route({
    method: 'GET',
    path: '/version',
    access: { kind: 'public' },
    application: 'optional',
    limit: 'read',
    offline: true,
    tag: 'keys',
    summary: 'Read the version and the capabilities',
    description:
      'The version of the running service and, unless the installation turns it off, the hash of the release: the Git commit where it runs from a checkout, otherwise the SHA-256 of its sources. `hidden` while an application has the security profile `asvs-l3`. `capabilities` says which capabilities of the platform the application has turned on or, if the call identifies none, which at least one application has.',
    ok: 200,
    result: Type.Object(
      {
        version: Type.String({ examples: ['0.1.0'] }),
        hash: Type.Optional(
          Type.String({ description: 'Hexadecimal', examples: ['d412729c5e7a4b0f9d3e2c1b0a99887766554433'] }),
        ),
        capabilities: Type.Optional(Capabilities),
      },
      { title: 'Version' },
    ),
    also: {},
  }),
} as const
