import { Type } from 'typebox'
import { route } from '../route.ts'
import { Line, Timestamp } from '../shapes.ts'
import { adminScope, apiKeyScopes, type KeyScope } from '../vocabulary/scopes.ts'
import { ApplicationId, rejections, SentTime, Strict } from './shapes.ts'

const Scope = Type.Unsafe<KeyScope>({
  type: 'string',
  enum: [...apiKeyScopes, adminScope],
  description: 'A scope. Installation keys have `admin` or, for a directory (SCIM), `profile:read` and `profile:write`',
  examples: ['reg:write'],
})
const Scopes = Type.Array(Scope, { minItems: 1, uniqueItems: true, examples: [['reg:write', 'user:read']] })

const fields = {
  id: Type.String({ description: 'The key ID', examples: ['0f3a9c1d5b7e2468'] }),
  name: Type.String({ description: 'What you call the key', examples: ['backend'] }),
  scopes: Scopes,
  createdAt: Timestamp('When it was created'),
  lastUsedAt: Type.Optional(Timestamp('When it was last used, to the hour; absent until it is used')),
  expiresAt: Type.Optional(Timestamp('When it expires; absent if it never does')),
  revokedAt: Type.Optional(Timestamp('When it was revoked')),
}
const AdminApiKey = Type.Object(fields, { title: 'AdminApiKey' })
const NewApiKey = Type.Object(
  {
    ...fields,
    key: Type.String({
      description: 'The key itself, which is never shown again',
      examples: ['ttk_0f3a9c1d5b7e2468.N2Y4YzE5ZDAtMTIzNC00NTY3LTg5YWItY2RlZjAxMjM'],
    }),
  },
  { title: 'NewApiKey' },
)

const KeyId = Type.String({ minLength: 1, maxLength: 64, description: 'The key ID', examples: ['0f3a9c1d5b7e2468'] })
const also = { ...rejections, 404: 'The application or key does not exist' } as const
const shared = { limit: 'admin', tag: 'API keys' } as const

/** Keys of backends, and those of the installation itself (application `thumbturn`). */
export const apiKeyRoutes = {
  apiKeysList: route({
    method: 'GET',
    path: '/applications/{id}/api-keys',
    ...shared,
    access: { kind: 'admin', role: 'viewer' },
    summary: 'List the API keys',
    description:
      'Returns all keys, newest first, including revoked ones, without their secrets. Installation keys are the keys of `thumbturn`.',
    params: Type.Object({ id: ApplicationId }),
    ok: 200,
    result: Type.Object({ apiKeys: Type.Array(AdminApiKey) }, { title: 'AdminApiKeys' }),
    also,
  }),
  apiKeyCreate: route({
    method: 'POST',
    path: '/applications/{id}/api-keys',
    ...shared,
    access: { kind: 'admin', role: 'developer', fresh: true },
    summary: 'Create an API key',
    description:
      'Only this response shows the key. If you omit `scopes`, the key has every scope, or `admin` if it is an installation key. An expired key is rejected like an unknown one.',
    params: Type.Object({ id: ApplicationId }),
    body: Strict({
      name: Type.Optional(Line(128, { description: 'What you call the key', examples: ['backend'] })),
      scopes: Type.Optional(Scopes),
      expiresAt: Type.Optional(SentTime('When the key stops working; never by default', '2036-12-31T00:00:00.000Z')),
    }),
    ok: 200,
    result: NewApiKey,
    also: {
      ...also,
      400: 'A scope is unknown, keys of this application cannot have it, or `expiresAt` is in the past',
    },
  }),
  apiKeyRevoke: route({
    method: 'DELETE',
    path: '/applications/{id}/api-keys/{keyId}',
    ...shared,
    access: { kind: 'admin', role: 'developer', fresh: true },
    summary: 'Revoke an API key',
    description: 'The key immediately stops working on every node.',
    params: Type.Object({ id: ApplicationId, keyId: KeyId }),
    ok: 204,
    also,
  }),
} as const
