import { Type } from 'typebox'
import { patterns } from '../patterns.ts'
import { route } from '../route.ts'
import { exampleAaguid, examplePasskeyId, exampleUserId } from '../sample.ts'
import { Icon, Line, Timestamp, Uuid } from '../shapes.ts'
import { choice } from '../vocabulary/choice.ts'
import { passkeyCounts, userSorts } from '../vocabulary/users.ts'
import { PasskeyExtensionResults } from '../webauthn.ts'
import { ModelMetadata } from './model-metadata.ts'
import { ApplicationId, rejections, SentTime, Strict } from './shapes.ts'

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
const ListedUser = Type.Object(
  {
    ...fields,
    passkeys: Type.Integer({ description: 'How many passkeys the user has', examples: [2] }),
    lastSignInAt: Type.Optional(
      Timestamp('When a passkey was last used or a device of the user last seen; absent if neither ever was'),
    ),
  },
  { title: 'ListedUser' },
)
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

/** The data of a user with a passkey, who has signed up and done nothing else. */
const userDataExample = {
  application: 'shop',
  exportedAt: '2026-11-30T12:00:00.000Z',
  user: {
    id: exampleUserId,
    username: 'ada@example.com',
    usernameType: 'other',
    displayName: 'Ada',
    status: 'active',
    createdAt: '2026-11-30T12:00:00.000Z',
    passkeys: [
      {
        id: '01a22c53-8200-7002-a3f3-f8db7e1ae8b9',
        credentialId: 'ettEn5YKZ8lb8TlBPYVymPkRX3LluHHK8eQpm516gmA',
        publicKeyCose: 'pQECAyYgASFYIK2QSI2JHDT3zu7qucn-Q6CKIwmv9mdMo7D3Pil46UQj',
        publicKeySpki: 'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAErZBIjYkcNPfO7uq5yf5D',
        algorithm: -7,
        userHandle: exampleUserId,
        signCount: 0,
        transports: ['internal', 'hybrid'],
        backupEligible: true,
        backedUp: true,
        userVerified: true,
        attestationFormat: 'none',
        extensions: { client: { discoverable: true, prf: true, largeBlob: true } },
        aaguid: 'fbfc3007-154e-4ecc-8c0b-6e020557d7bd',
        name: 'My phone',
        createdAt: '2026-11-30T12:00:00.000Z',
      },
    ],
  },
  devices: [
    {
      userId: exampleUserId,
      id: '5e1a9cf0-a887-87c0-b8d6-44edb286631f',
      description: { clientName: 'Chrome', osName: 'Linux' },
      firstSeenAt: '2026-11-30T12:00:00.000Z',
      lastSeenAt: '2026-11-30T12:00:00.000Z',
      thumbprints: [],
    },
  ],
  browserSessions: [],
  consents: [],
  credentials: [],
  transactions: [],
  events: [
    {
      id: '01a22c53-8200-7003-b0b4-0058d1bf5168',
      appId: 'shop',
      type: 'fido2.passkey.reg.success',
      at: '2026-11-30T12:00:00.000Z',
      userId: exampleUserId,
      passkeyId: '01a22c53-8200-7002-a3f3-f8db7e1ae8b9',
      deviceId: '5e1a9cf0-a887-87c0-b8d6-44edb286631f',
      address: '192.0.2.7',
      traceId: '03fe0d2b3e9142c58ea5456e015d7650',
      duration: 3,
      detail: {
        aaguid: 'fbfc3007-154e-4ecc-8c0b-6e020557d7bd',
        attested: false,
        newUser: true,
        os: 'Linux',
        client: 'Chrome',
        took: 3,
      },
    },
  ],
}

/** Everything that operators do with users. */
export const accountRoutes = {
  usersList: route({
    method: 'GET',
    path: '/applications/{id}/users',
    concurrency: 'report',
    canLag: true,
    ...shared,
    access: { kind: 'admin', role: 'viewer' },
    summary: 'List the users',
    description:
      'Finds users by a text and by filters. Each call looks at a bounded number of users, so a page can have fewer than `limit`, even none. If the response has `next`, there can be more: send it back as `after` with the same filters. Changes of names and contacts are found after a few seconds.',
    params: Type.Object({ id: ApplicationId }),
    query: Strict({
      username: Type.Optional(
        Line(256, { description: 'Only the user with this username', examples: ['ada@example.com'] }),
      ),
      search: Type.Optional(
        Line(256, {
          description:
            'Only users with this text in the username, the display name, a name of the profile, a contact, or the user ID, ignoring case',
          examples: ['baker'],
        }),
      ),
      status: Type.Optional(fields.status),
      passkeys: Type.Optional(
        choice(passkeyCounts, { description: 'Only users with this number of passkeys', examples: ['none'] }),
      ),
      signedInSince: Type.Optional(SentTime('Only users whose last sign-in was at this time or later')),
      notSignedInSince: Type.Optional(
        SentTime('Only users whose last sign-in was before this time, and users who never signed in'),
      ),
      createdSince: Type.Optional(SentTime('Only users who were created at this time or later')),
      createdBefore: Type.Optional(SentTime('Only users who were created before this time')),
      sort: Type.Optional(
        choice(userSorts, {
          description: '`username` by default; `newest`: the last created first',
          examples: ['newest'],
        }),
      ),
      after: Type.Optional(Line(256, { description: 'The `next` of the page before', examples: ['ada@example.com'] })),
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
        users: Type.Array(ListedUser),
        next: Type.Optional(Type.String({ description: 'Where the next page starts', examples: ['ada@example.com'] })),
        total: Type.Optional(
          Type.Integer({
            description:
              'How many users match, in the first page and where the index tells; absent if counting would take long',
            examples: [1],
          }),
        ),
      },
      { title: 'AdminUsers' },
    ),
    also: { ...rejections, 404: 'The application does not exist' },
  }),
  userCreate: route({
    method: 'POST',
    path: '/applications/{id}/users',
    ...shared,
    access: { kind: 'admin', role: 'developer', fresh: true },
    summary: 'Create a user',
    description: 'Creates a user without a passkey. To let the user create one, invite them.',
    params: Type.Object({ id: ApplicationId }),
    body: Strict({
      username: Line(256, { minLength: 1, description: 'The username', examples: ['ada@example.com'] }),
      displayName: Type.Optional(
        Line(256, { description: 'The name in passkey dialogs; the username by default', examples: ['Ada'] }),
      ),
    }),
    ok: 200,
    result: AdminUser,
    also: {
      ...rejections,
      400: 'The username is taken, or has characters that usernames must not have',
      404: 'The application does not exist',
    },
  }),
  userInvite: route({
    method: 'POST',
    path: '/applications/{id}/users/{userId}/invite',
    ...shared,
    access: { kind: 'admin', role: 'developer', fresh: true },
    summary: 'Create a link for the first passkey',
    description:
      'Returns a link with which a user who has no passkey creates one. It works once, until it expires or the user is signed out everywhere. The link gives access to the account, so send it to its user only. By default, it leads to the hosted pages; with `page`, to a page of your own, which passes the fragment’s `invitation` to `createPasskey` as `token`.',
    params: OfUser,
    body: Strict({
      page: Type.Optional(
        Type.String({
          maxLength: 2048,
          description: 'A page of your own on an origin of the application',
          examples: ['https://example.com/welcome'],
        }),
      ),
      hours: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 168,
          description: 'How long the link works; 72 by default',
          examples: [72],
        }),
      ),
    }),
    ok: 200,
    result: Type.Object(
      {
        link: Type.String({
          description: 'The link, which is not stored',
          examples: ['https://id.example.com/apps/shop/sign-in/#invitation=eyJhbGciOiJFUzI1NiJ9.e30.c2ln'],
        }),
        expiresAt: Timestamp('When the link stops working'),
      },
      { title: 'UserInvitation' },
    ),
    also: {
      ...also,
      400: 'The user has a passkey or is inactive, the page is not on an origin of the application, or the hosted pages cannot use its passkeys',
    },
  }),
  userDataExport: route({
    method: 'GET',
    path: '/applications/{id}/users/{userId}/data',
    ...shared,
    access: { kind: 'admin', role: 'developer', fresh: true },
    concurrency: 'export',
    summary: 'Download all data about a user',
    description:
      'Returns everything that the service stores about the user, to answer a request for access: account, profile, contacts, groups, passkeys, other credentials without their secrets, devices, browser sessions, consents, confirmed transactions, and events. The audit log records the call.',
    params: OfUser,
    ok: 200,
    result: Type.Unsafe<Readonly<Record<string, unknown>>>(
      Type.Object(
        {},
        {
          additionalProperties: true,
          description: 'The data of the user',
          title: 'UserData',
          examples: [userDataExample],
        },
      ),
    ),
    also,
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
