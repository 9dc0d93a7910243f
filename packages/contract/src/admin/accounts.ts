import { Type } from 'typebox'
import { patterns } from '../patterns.ts'
import { route } from '../route.ts'
import { exampleAaguid, examplePasskeyId, exampleUserId } from '../sample.ts'
import { Icon, Line, Timestamp, Uuid } from '../shapes.ts'
import { PasskeyExtensionResults } from '../webauthn.ts'
import { ModelMetadata } from './model-metadata.ts'
import { ApplicationId, rejections, Strict } from './shapes.ts'

const fields = {
  id: Uuid('The user'),
  username: Type.String({ examples: ['ada@example.com'] }),
  displayName: Type.String({ examples: ['Ada'] }),
  status: Type.Unsafe<'active' | 'inactive'>({
    type: 'string',
    enum: ['active', 'inactive'],
    description: 'An inactive user cannot sign in',
    examples: ['active'],
  }),
  createdAt: Timestamp('When the user was created'),
}
const AdminUser = Type.Object(fields, { title: 'AdminUser' })
const AdminUserDetails = Type.Object(
  {
    ...fields,
    usernames: Type.Array(Type.String(), {
      description: 'The username and every verified contact, which identify the user too',
      examples: [['ada@example.com']],
    }),
    passkeys: Type.Array(
      Type.Object({
        id: Uuid('The passkey', examplePasskeyId),
        name: Type.String({ examples: ['iCloud Keychain'] }),
        createdAt: Timestamp('When it was registered'),
        lastUsedAt: Type.Optional(Timestamp('When it was last used')),
        lastUsedFrom: Type.Optional(
          Type.String({ description: 'The device where it was last used', examples: ['Safari on iOS'] }),
        ),
        synced: Type.Boolean({ description: 'Whether it is synced across devices', examples: [true] }),
        extensions: Type.Optional(PasskeyExtensionResults),
        aaguid: Uuid('The authenticator model', exampleAaguid),
        authenticator: Type.Optional(
          Type.String({ description: 'The name of that model, if one is known', examples: ['iCloud Keychain'] }),
        ),
        iconLight: Type.Optional(Icon('light')),
        iconDark: Type.Optional(Icon('dark')),
        attestationFormat: Type.String({
          description: 'The attestation format; with none, the model is only what the client claimed',
          examples: ['packed'],
        }),
        metadata: Type.Optional(ModelMetadata),
      }),
    ),
  },
  { title: 'AdminUserDetails' },
)

const UserId = Type.String({ minLength: 1, maxLength: 64, description: 'The user ID', examples: [exampleUserId] })
const OfUser = Type.Object({ id: ApplicationId, userId: UserId })
const also = { ...rejections, 404: 'The application or user does not exist' } as const
const shared = { limit: 'admin', tag: 'users' } as const

/** Looking users up, deactivating, and deleting them. */
export const accountRoutes = {
  usersList: route({
    method: 'GET',
    path: '/applications/{id}/users',
    concurrency: 'report',
    canLag: true,
    ...shared,
    access: { kind: 'admin', role: 'viewer' },
    summary: 'List the users',
    description: 'Sorted by username. If the response has `next`, there are more: send it back as `after`.',
    params: Type.Object({ id: ApplicationId }),
    query: Strict({
      username: Type.Optional(
        Line(256, { description: 'Only the user with this username', examples: ['ada@example.com'] }),
      ),
      prefix: Type.Optional(
        Line(256, { description: 'Only users whose usernames start with this, ignoring case', examples: ['ada'] }),
      ),
      after: Type.Optional(Line(256, { description: 'Only users after this one', examples: ['ada@example.com'] })),
      limit: Type.Optional(
        Type.String({
          pattern: patterns.upTo100,
          description: 'The maximum number of results; 20 by default',
          examples: ['20'],
        }),
      ),
    }),
    ok: 200,
    result: Type.Object(
      {
        users: Type.Array(AdminUser),
        next: Type.Optional(Type.String({ description: 'Where the next page starts', examples: ['ada@example.com'] })),
      },
      { title: 'AdminUsers' },
    ),
    also: { ...rejections, 404: 'The application does not exist' },
  }),
  userShow: route({
    method: 'GET',
    path: '/applications/{id}/users/{userId}',
    ...shared,
    access: { kind: 'admin', role: 'viewer' },
    summary: 'Show a user',
    description: 'Returns the user with all passkeys and every name that identifies them.',
    params: OfUser,
    ok: 200,
    result: AdminUserDetails,
    also,
  }),
  userChange: route({
    method: 'PATCH',
    path: '/applications/{id}/users/{userId}',
    ...shared,
    access: { kind: 'admin', role: 'developer', fresh: true },
    summary: 'Activate or deactivate a user',
    description:
      'An inactive user cannot sign in, and every node immediately rejects everything that the user has been issued so far. Passkeys remain.',
    params: OfUser,
    body: Strict({ status: fields.status }),
    ok: 200,
    result: AdminUser,
    also,
  }),
  userDelete: route({
    method: 'DELETE',
    path: '/applications/{id}/users/{userId}',
    ...shared,
    access: { kind: 'admin', role: 'developer', fresh: true },
    summary: 'Delete a user',
    description:
      "Permanently deletes the user, with all passkeys, contacts, and devices. The user's tokens immediately stop working.",
    params: OfUser,
    ok: 204,
    also,
  }),
} as const
