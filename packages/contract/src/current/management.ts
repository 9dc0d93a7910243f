import { Type } from 'typebox'
import { route } from '../route.ts'
import { exampleToken } from '../sample.ts'
import { Line } from '../shapes.ts'
import { type UserScope, userScopes } from '../vocabulary/scopes.ts'

// The validator sees the alternatives of a union built by mapping a list; TypeScript doesn't.
const Grant = Type.Unsafe<UserScope>(
  Type.Union(
    userScopes.map((scope) => Type.Literal(scope)),
    { examples: ['reg:write'] },
  ),
)

const shared = { limit: 'backend', tag: 'mgmt' } as const

export const managementRoutes = {
  grantCreate: route({
    ...shared,
    method: 'POST',
    path: '/mgmt/grant',
    access: { kind: 'apiKey' },
    summary: 'Issue a grant for one user',
    description:
      'For a backend that has just authenticated the user in its own way. The short-lived token has exactly the requested scopes, expires after a minute by default, and does not prove a sign-in. The API key must have each of these scopes.',
    body: Type.Object({
      username: Line(256, {
        minLength: 1,
        description: 'The user, who does not have to exist yet',
        examples: ['ada@example.com'],
      }),
      grants: Type.Array(Grant, { minItems: 1, maxItems: 6, examples: [['reg:write']] }),
    }),
    ok: 200,
    result: Type.Object({ token: Type.String({ examples: [exampleToken] }) }, { title: 'GrantToken' }),
    also: {
      400: 'The body is invalid, or a grant is unknown',
      401: 'The API key is missing, unknown, or revoked',
      403: 'The API key lacks a requested scope',
    },
  }),
  tokenVerify: route({
    ...shared,
    method: 'POST',
    path: '/mgmt/token/verify',
    access: { kind: 'apiKey' },
    summary: 'Verify an access token',
    description:
      'Verifies that this application issued the token, that it has not expired, that its user and passkey still exist, and that the user has not been signed out since. Rejects grants, because they do not prove a sign-in.',
    body: Type.Object({
      jwtAccess: Type.String({ minLength: 1, maxLength: 8192, examples: [exampleToken] }),
    }),
    ok: 204,
    also: {
      400: 'The body is invalid',
      401: 'The API key or the token is invalid',
    },
  }),
} as const
