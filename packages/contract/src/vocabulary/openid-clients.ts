import { type Static, Type } from 'typebox'
import { patterns } from '../patterns.ts'
import { choice } from './choice.ts'

/** The kinds of programs that users sign in to. `machine` acts for itself, without users. */
export const clientTypes = ['web', 'singlePage', 'native', 'device', 'machine'] as const

export type ClientType = (typeof clientTypes)[number]

/** How clients authenticate at the token endpoint (OpenID Connect Core 1.0 §9). */
export const clientAuthMethods = ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'] as const

export type ClientAuthMethod = (typeof clientAuthMethods)[number]

/** The grant type of RFC 8628. */
export const deviceCodeGrant = 'urn:ietf:params:oauth:grant-type:device_code'

/** The values of `grant_type` that the token endpoint knows. */
export const grantTypes = ['authorization_code', 'refresh_token', 'client_credentials', deviceCodeGrant] as const

export type GrantType = (typeof grantTypes)[number]

/** The algorithms of tokens that are signed for clients (RFC 7518 §3.1). */
export const clientAlgorithms = ['RS256', 'ES256'] as const

export type ClientAlgorithm = (typeof clientAlgorithms)[number]

/** The scopes that a client can ask for unless others are chosen. */
export const usualScopes = ['openid', 'profile', 'email', 'phone', 'groups', 'offline_access'] as const

/** An application has at most this many clients. */
export const mostClients = 500

/** The most characters of the URL that identifies a client by its metadata document. */
export const longestClientUrl = 500

/** A client has at most this many secrets that work: a new one, and the one that it replaces. */
export const mostClientSecrets = 2

const strict = { additionalProperties: false } as const

const url = (description: string, example: string) =>
  Type.String({ maxLength: 2_000, pattern: patterns.visible, description, examples: [example] })

const urls = (description: string, example: string) =>
  Type.Array(url('A URL', example), { maxItems: 32, uniqueItems: true, description, examples: [[example]] })

const lifetime = ([minimum, maximum]: readonly [number, number], preset: number, description: string) =>
  Type.Integer({ minimum, maximum, description: `${description}; ${preset} by default`, examples: [preset] })

const jwks = Type.Object(
  {
    keys: Type.Array(Type.Object({}, { additionalProperties: true, title: 'PublicJwk' }), {
      maxItems: 10,
      description: 'Public keys (RFC 7517); none removes them',
      examples: [
        [
          {
            kty: 'EC',
            crv: 'P-256',
            x: 'MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4',
            y: '4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM',
          },
        ],
      ],
    }),
  },
  { ...strict, title: 'ClientJwks', description: 'The keys with which a `private_key_jwt` client authenticates' },
)

/** The choices about a client. Empty texts remove a value that can be absent. */
const choices = {
  name: Type.String({
    minLength: 1,
    maxLength: 64,
    pattern: patterns.line,
    description: 'The name that users see',
    examples: ['Grafana'],
  }),
  type: choice(clientTypes, {
    description:
      'The kind of program, which determines the defaults. `machine` acts for itself, without users; `web` by default',
    examples: ['web'],
  }),
  logoUrl: url('The logo that users see; empty: none', 'https://grafana.example.com/logo.svg'),
  homepageUrl: url('The home page of the program; empty: none', 'https://grafana.example.com/'),
  policyUrl: url('Its privacy policy; empty: none', 'https://example.com/privacy'),
  termsUrl: url('Its terms of service; empty: none', 'https://example.com/terms'),
  redirectUris: urls(
    'Where users can return to after sign-in. Compared exactly, except for the port of a loopback address of a `native` client (RFC 8252 §7.3)',
    'https://grafana.example.com/login/generic_oauth',
  ),
  postLogoutRedirectUris: urls(
    'Where users can return to after sign-out; compared exactly',
    'https://grafana.example.com/',
  ),
  backchannelLogoutUri: url(
    'Where logout tokens are sent when a session ends (OpenID Connect Back-Channel Logout); empty: nowhere',
    'https://grafana.example.com/logout',
  ),
  authMethod: choice(clientAuthMethods, {
    description:
      'How the client authenticates at the token endpoint. The two methods with a secret are interchangeable. `none` for `singlePage`, `native`, and `device`, which can’t keep a secret',
    examples: ['client_secret_basic'],
  }),
  jwks,
  jwksUri: url('Where those keys are published instead; empty: nowhere', 'https://grafana.example.com/jwks.json'),
  grantTypes: Type.Array(choice(grantTypes, { description: 'A grant type' }), {
    minItems: 1,
    uniqueItems: true,
    description: 'The grant types that the client can use; by default those of its type',
    examples: [['authorization_code', 'refresh_token']],
  }),
  requirePkce: Type.Boolean({
    description: 'Whether sign-ins require PKCE (RFC 7636). Only a client that authenticates can do without it',
    examples: [true],
  }),
  scopes: Type.Array(
    Type.String({ minLength: 1, maxLength: 128, pattern: patterns.scope, description: 'A scope', examples: ['email'] }),
    {
      maxItems: 50,
      uniqueItems: true,
      description: 'The scopes that the client can ask for',
      examples: [['openid', 'profile', 'email']],
    },
  ),
  resources: urls('The resources that the client can get access tokens for (RFC 8707)', 'https://api.example.com/'),
  allowedGroups: Type.Array(
    Type.String({ minLength: 1, maxLength: 64, pattern: patterns.line, description: 'A group', examples: ['admins'] }),
    {
      maxItems: 100,
      uniqueItems: true,
      description: 'The groups whose members can sign in; empty: every user of the application',
      examples: [['admins']],
    },
  ),
  consent: choice(['ask', 'skip'], {
    description:
      'Whether users are asked before the client gets what it asks for; `skip` for your own programs. A client without a secret that returns to a loopback address or to a scheme of its own asks each time, as any program on the device can pretend to be it (RFC 8252 §8.6)',
    examples: ['ask'],
  }),
  idTokenAlg: choice(clientAlgorithms, { description: 'The algorithm of ID tokens', examples: ['RS256'] }),
  userinfoAlg: choice(['none', ...clientAlgorithms], {
    description: 'The algorithm of userinfo responses; `none`: JSON without a signature',
    examples: ['none'],
  }),
  subjectType: choice(['public', 'pairwise'], {
    description: '`pairwise`: the client gets a `sub` of its own for each user, which other clients can’t link',
    examples: ['public'],
  }),
  sector: Type.String({
    maxLength: 253,
    pattern: patterns.domainOrEmpty,
    description:
      'The host that pairwise identifiers depend on, if the redirect URIs have several; empty: that of the redirect URIs. Changing it changes every `sub`',
    examples: ['example.com'],
  }),
  accessTokenSeconds: lifetime([30, 86_400], 600, 'Lifetime of an access token in seconds'),
  idTokenSeconds: lifetime([30, 86_400], 600, 'Lifetime of an ID token in seconds'),
  refreshTokenSeconds: lifetime(
    [60, 31_536_000],
    2_592_000,
    'Seconds during which a refresh token works that isn’t used',
  ),
  refreshTokenAbsoluteSeconds: lifetime(
    [60, 315_360_000],
    15_552_000,
    'Seconds after which the refresh tokens of an authorization end even if they are used, so that the user must sign in again',
  ),
  requirePar: Type.Boolean({
    description: 'Whether authorization requests must be pushed first (RFC 9126)',
    examples: [false],
  }),
  dpop: choice(['optional', 'required'], {
    description: '`required`: access tokens work only with a key of the client (RFC 9449)',
    examples: ['optional'],
  }),
  claims: Type.Record(
    Type.String({ pattern: patterns.claimName }),
    Type.String({
      minLength: 1,
      maxLength: 64,
      pattern: patterns.line,
      description: 'A field',
      examples: ['department'],
    }),
    {
      ...strict,
      maxProperties: 20,
      description: 'Further claims of its tokens, each with the profile field or custom claim that it comes from',
      examples: [{ team: 'department' }],
    },
  ),
  disabled: Type.Boolean({ description: 'Whether the client is switched off', examples: [false] }),
}

const exampleClient = {
  name: 'Grafana',
  redirectUris: ['https://grafana.example.com/login/generic_oauth'],
  allowedGroups: ['admins'],
}

/** The fields of a client as the APIs return them. */
export const clientFields = choices

/** The ID of a client, which is generated unless one is chosen. */
export const ClientId = Type.String({
  minLength: 3,
  maxLength: 64,
  pattern: patterns.clientId,
  description: 'The client ID',
  examples: ['q8Zb1nYx0mW3kT5rV7uJ2A'],
})

/** The ID of a client that users can have allowed: a registered one, or the URL of its metadata document. */
export const AnyClientId = Type.String({
  minLength: 3,
  maxLength: longestClientUrl,
  pattern: patterns.anyClientId,
  description: 'The client ID: of a client that is known by its metadata document, the URL of that',
  examples: ['q8Zb1nYx0mW3kT5rV7uJ2A'],
})

const { name, ...others } = choices

/** The request that creates a client; everything but its name has a default. */
export const ClientRequest = Type.Object(
  { id: Type.Optional(ClientId), name, ...Type.Partial(Type.Object(others)).properties },
  { ...strict, examples: [exampleClient] },
)

export type ClientRequest = Static<typeof ClientRequest>

/** The request that changes a client; absent fields stay as they are. */
export const ClientPatch = Type.Partial(Type.Object(choices), {
  ...strict,
  examples: [{ redirectUris: exampleClient.redirectUris }],
})

export type ClientPatch = Static<typeof ClientPatch>
