import { Type } from 'typebox'
import { route } from '../route.ts'
import { examplePasskeyId, exampleToken, exampleUserId } from '../sample.ts'
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
  // Not in the specification, whose tokens end before a session of a backend does.
  sessionVerify: route({
    ...shared,
    method: 'POST',
    path: '/mgmt/session/verify',
    access: { kind: 'apiKey', scope: 'user:read' },
    summary: 'Verify a session of your backend',
    description:
      "For a backend that started a session of its own from an access token. The session is active as long as its user exists, is active, and hasn't been signed out everywhere since the token was issued, and its passkey exists. Unlike the token, it doesn't expire.",
    body: Type.Object({
      userId: Line(64, { minLength: 1, description: "The token's `sub`", examples: [exampleUserId] }),
      epoch: Type.Optional(
        Type.Integer({ minimum: 0, description: "The token's `epoch`; 0 without one", examples: [1] }),
      ),
      passkeyId: Type.Optional(
        Line(64, { minLength: 1, description: "The token's `credID`, or its `via`", examples: [examplePasskeyId] }),
      ),
    }),
    ok: 200,
    result: Type.Object({ active: Type.Boolean({ examples: [true] }) }, { title: 'SessionState' }),
    also: {
      400: 'The body is invalid',
      401: 'The API key is missing, unknown, or revoked',
      403: 'The API key lacks the scope',
    },
  }),
} as const
