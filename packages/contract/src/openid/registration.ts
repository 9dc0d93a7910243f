import { Type } from 'typebox'
import { route } from '../route.ts'
import { clientFields } from '../vocabulary/openid-clients.ts'

const url = (description: string, example: string) =>
  Type.Optional(Type.String({ maxLength: 2_000, description, examples: [example] }))

const urls = (description: string, example: string) =>
  Type.Array(Type.String({ maxLength: 2_000, examples: [example] }), {
    maxItems: 32,
    description,
    examples: [[example]],
  })

const names = (description: string, examples: string[]) =>
  Type.Optional(
    Type.Array(Type.String({ maxLength: 100, examples: examples.slice(0, 1) }), {
      maxItems: 20,
      description,
      examples: [examples],
    }),
  )

const text = (maxLength: number, description: string, example: string) =>
  Type.Optional(Type.String({ maxLength, description, examples: [example] }))

/** RFC 7591 §2, OpenID Connect Dynamic Client Registration 1.0 §2. */
const metadata = {
  redirect_uris: urls('Where users return to after sign-in', 'http://127.0.0.1/callback'),
  client_name: text(64, 'The name that users see; by default the host of the first redirect URI', 'Example MCP Client'),
  application_type: text(
    16,
    '`native` for a program on the device of its users, which has no secret, `web` for others',
    'native',
  ),
  token_endpoint_auth_method: text(
    40,
    '`none`, `client_secret_basic` (the default of a `web` program), `client_secret_post`, or `private_key_jwt`',
    'none',
  ),
  grant_types: names('`authorization_code` and, if it refreshes tokens, `refresh_token`; others are left out', [
    'authorization_code',
    'refresh_token',
  ]),
  response_types: names('`code`', ['code']),
  scope: text(
    1_000,
    'What the program can ask for, separated by spaces; others than the service has are left out',
    'openid offline_access',
  ),
  client_uri: url('Its home page', 'https://client.example.com/'),
  logo_uri: url('Its logo', 'https://client.example.com/logo.png'),
  policy_uri: url('Its privacy policy', 'https://client.example.com/privacy'),
  tos_uri: url('Its terms', 'https://client.example.com/terms'),
  jwks: Type.Optional(clientFields.jwks),
  jwks_uri: url('Where it publishes its keys (`private_key_jwt`)', 'https://client.example.com/jwks.json'),
}

/** A list that a developer can send in any order: the response says what was registered. */
const Metadata = Type.Object(metadata, {
  title: 'ClientMetadata',
  examples: [
    {
      client_name: 'Example MCP Client',
      redirect_uris: ['http://127.0.0.1/callback'],
      application_type: 'native',
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
    },
  ],
})

export const registrationRoutes = {
  clientRegister: route({
    method: 'POST',
    path: '/openid/register',
    access: { kind: 'apiKey', scope: 'client:register' },
    limit: 'backend',
    tag: 'registration',
    summary: 'Register a client',
    description:
      'RFC 7591, if the setting `dynamicClientRegistration` is `token`. The initial access token is an API key with the scope `client:register`. Creates an OpenID client that members see and change like any other; there is no management by the program itself (RFC 7592). The response says what was registered, which can differ from what was sent.',
    body: Metadata,
    ok: 201,
    result: Type.Object(
      {
        client_id: Type.String({ examples: ['q8Zb1nYx0mW3kT5rV7uJ2A'] }),
        client_id_issued_at: Type.Integer({ description: 'Seconds since 1970', examples: [1_795_776_000] }),
        client_secret: Type.Optional(
          Type.String({ description: 'Shown only now', examples: ['c2VjcmV0IG9mIGEgY2xpZW50'] }),
        ),
        client_secret_expires_at: Type.Optional(
          Type.Integer({ description: 'With a secret: 0, as it does not expire', examples: [0] }),
        ),
        ...metadata,
      },
      { title: 'RegisteredClient' },
    ),
    also: {
      400: {
        why: 'The metadata is not valid: `invalid_redirect_uri` or `invalid_client_metadata`',
        msgCode: 'invalid_client_metadata',
      },
      401: { why: 'The API key is missing, unknown, or revoked', msgCode: 'invalid_token' },
      403: { why: 'The API key lacks the scope, or the application has registration off', msgCode: 'access_denied' },
    },
  }),
} as const
