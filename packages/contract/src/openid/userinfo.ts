import { Type } from 'typebox'
import { route } from '../route.ts'
import { exampleUserId } from '../sample.ts'
import { userinfoPath } from '../vocabulary/openid.ts'
import { Field } from './shapes.ts'

const Userinfo = Type.Object(
  {
    sub: Type.String({ description: 'The user, as in the ID token', examples: [exampleUserId] }),
    name: Type.Optional(Type.String({ examples: ['Ada'] })),
    given_name: Type.Optional(Type.String({ examples: ['Ada'] })),
    family_name: Type.Optional(Type.String({ examples: ['Lovelace'] })),
    nickname: Type.Optional(Type.String({ examples: ['ada'] })),
    preferred_username: Type.Optional(Type.String({ examples: ['ada@example.com'] })),
    email: Type.Optional(Type.String({ examples: ['ada@example.com'] })),
    email_verified: Type.Optional(Type.Boolean({ examples: [true] })),
    phone_number: Type.Optional(Type.String({ examples: ['+4930123456'] })),
    phone_number_verified: Type.Optional(Type.Boolean({ examples: [true] })),
    picture: Type.Optional(Type.String({ description: 'URL', examples: ['https://example.com/ada.png'] })),
    website: Type.Optional(Type.String({ description: 'URL', examples: ['https://ada.example'] })),
    locale: Type.Optional(Type.String({ description: 'BCP 47', examples: ['en-GB'] })),
    zoneinfo: Type.Optional(Type.String({ description: 'IANA', examples: ['Europe/London'] })),
    groups: Type.Optional(
      Type.Array(Type.String(), { description: "The user's groups in the application", examples: [['admins']] }),
    ),
    updated_at: Type.Optional(Type.Integer({ description: 'Seconds since 1970', examples: [1_795_776_000] })),
  },
  { title: 'Userinfo', description: 'With further claims that the client was given', additionalProperties: true },
)

const shared = {
  path: userinfoPath,
  access: { kind: 'public', pages: 'every' },
  limit: 'account',
  tag: 'userinfo',
  description:
    'Returns the claims that the scopes and the `claims` parameter of the request granted (OpenID Connect Core 1.0 §5.3), signed if the client registered that.',
  headers: Type.Object({
    Authorization: Type.Optional(
      Type.String({
        description: 'The access token as `Bearer` or `DPoP`',
        examples: ['Bearer eyJhbGciOiJSUzI1NiJ9.e30.c2ln'],
      }),
    ),
    DPoP: Type.Optional(
      Type.String({
        description: 'A proof of the key that the token is bound to (RFC 9449)',
        examples: ['eyJ0eXAiOiJkcG9wK2p3dCJ9.e30.c2ln'],
      }),
    ),
  }),
  ok: 200,
  result: Userinfo,
  jwt: 'eyJhbGciOiJSUzI1NiJ9…',
  also: {
    401: { why: 'The access token is missing, invalid, expired, or revoked', msgCode: 'invalid_token' },
    403: { why: 'The access token lacks the scope openid', msgCode: 'insufficient_scope' },
  },
} as const

export const userinfoRoutes = {
  userinfo: route({ ...shared, method: 'GET', summary: 'Read the claims about a user' }),
  userinfoPost: route({
    ...shared,
    method: 'POST',
    summary: 'Read the claims about a user, with a form',
    bodyMedia: 'application/x-www-form-urlencoded',
    bodyOptional: true,
    body: Type.Object({
      access_token: Field(8_192, 'The access token, unless the header has it', 'eyJhbGciOiJSUzI1NiJ9…'),
    }),
  }),
} as const
