import { Type } from 'typebox'
import { route } from '../route.ts'
import { exampleAaguid, exampleDeviceId, examplePasskeyId, exampleUserId } from '../sample.ts'
import { DeviceInfo, Line, Timestamp, Uuid } from '../shapes.ts'

const PasskeyInfo = Type.Object(
  {
    id: Uuid('The passkey id', examplePasskeyId),
    aaguid: Uuid('The authenticator model', exampleAaguid),
    name: Type.String({ examples: ['My phone'] }),
    createdAt: Timestamp('When it was registered'),
    createdFromDeviceId: Type.Optional(
      Uuid('Where it was registered, unless that device was deleted', exampleDeviceId),
    ),
    lastUsedAt: Type.Optional(Timestamp('When it last signed its user in')),
    lastUsedFromDeviceId: Type.Optional(Uuid('Where that was, unless that device was deleted', exampleDeviceId)),
    providerName: Type.Optional(
      Type.String({ description: 'The name of the authenticator model, where known', examples: ['iCloud Keychain'] }),
    ),
  },
  { title: 'PasskeyInfo' },
)

const device = {
  createdAt: Timestamp('When it was first seen'),
  deviceId: Uuid('The device id', exampleDeviceId),
  lastUsedAt: Timestamp('When its user last signed in on it'),
  name: Type.String({ description: 'The device in words', examples: ['Chrome on Linux'] }),
}

const UserLookup = Type.Object(
  {
    user: Type.Object(
      {
        userId: Uuid("The user, also the token's `sub`"),
        // The specification does not say why there are several.
        usernames: Type.Array(Type.String({ examples: ['ada@example.com'] }), {
          description: 'The username, and every email address and phone number that the user has verified',
        }),
      },
      { title: 'UserInfo' },
    ),
    devices: Type.Array(Type.Object(device, { title: 'Device' })),
    // The specification's lookup names the id twice.
    passkeys: Type.Array(
      Type.Object(
        { ...PasskeyInfo.properties, passkeyId: Uuid('The same as id', examplePasskeyId) },
        { title: 'FoundPasskey' },
      ),
    ),
  },
  { title: 'UserLookup' },
)

const SharedDevice = Type.Object(
  {
    ...device,
    // The specification's Device has a name only; a backend that decides by devices needs what the name is made of.
    deviceInfo: DeviceInfo,
    trustKeys: Type.Array(Type.String({ examples: ['NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs'] }), {
      description: 'The keys that it proved to hold by trust items, as JWK thumbprints (RFC 7638)',
    }),
    userIds: Type.Array(Uuid('A user of the device'), {
      description:
        'All who signed in under its id, the last one first. Clients claim the id, so everything else is what its first user left',
    }),
    passkeyIds: Type.Array(Uuid('A passkey', examplePasskeyId), { description: 'Those created or last used on it' }),
  },
  { title: 'SharedDevice' },
)

const id = (what: string, example: string) =>
  Type.String({ minLength: 1, maxLength: 64, description: `The ${what} id`, examples: [example] })
const PasskeyId = Type.Object({ passkeyId: id('passkey', examplePasskeyId) })
const DeviceId = Type.Object({ deviceId: id('device', exampleDeviceId) })
const UserId = Type.Object({ userId: id('user', exampleUserId) })

const rejections = (thing: string) =>
  ({
    400: 'The path, query or body is not as described',
    401: 'The API key is missing, unknown or revoked',
    403: 'The API key lacks the scope',
    404: `The application has no such ${thing}`,
  }) as const

// Statuses and scopes are unspecified upstream. Reads return 200, changes 204. A user's passkeys and where they were used
// are facts about the user: user:read. Changing passkeys requires passkey:write, changing users or devices user:write.
// Deleting a user also deletes their passkeys, without a second scope.
export const accountRoutes = {
  userFind: route({
    method: 'GET',
    path: '/mgmt/users/find',
    access: { kind: 'apiKey', scope: 'user:read' },
    limit: 'backend',
    tag: 'mgmt',
    summary: 'Find a user by username',
    description:
      "Returns the user with their devices, most recently used first, and passkeys, oldest first. Any spelling of the username that works for signing in finds the user; so does a verified contact, if it is no other user's username.",
    query: Type.Object({
      username: Line(256, {
        minLength: 1,
        description: 'The username, or an email address or phone number that the user has verified',
        examples: ['ada@example.com'],
      }),
    }),
    ok: 200,
    result: UserLookup,
    also: rejections('user'),
  }),
  userDelete: route({
    method: 'DELETE',
    path: '/mgmt/users/{userId}',
    access: { kind: 'apiKey', scope: 'user:write' },
    limit: 'backend',
    tag: 'mgmt',
    summary: 'Delete a user',
    description:
      'With all passkeys and devices. Tokens, and sign-ins and registrations that have begun, stop working at once. The history keeps the id, not the name; the id is never given again, the name is free.',
    params: UserId,
    ok: 204,
    also: rejections('user'),
  }),
  userDevicesDelete: route({
    method: 'DELETE',
    path: '/mgmt/users/{userId}/devices',
    access: { kind: 'apiKey', scope: 'user:write' },
    limit: 'backend',
    tag: 'mgmt',
    summary: 'Delete every device of a user',
    description: 'Passkeys stay and no longer name a device; tokens stay valid. Nothing happens where there is none.',
    params: UserId,
    ok: 204,
    also: rejections('user'),
  }),
  // Not in the specification, which has no call that ends a user's sign-ins.
  userSignOut: route({
    method: 'POST',
    path: '/mgmt/users/{userId}/sign-out',
    access: { kind: 'apiKey', scope: 'user:write' },
    limit: 'backend',
    tag: 'mgmt',
    summary: 'Sign a user out everywhere',
    description:
      'Every access token, grant, refresh token, session of a flow, and one-time or access code issued to the user so far stops working at once, on every node. Passkeys and other credentials stay: the user signs in again.',
    params: UserId,
    ok: 204,
    also: rejections('user'),
  }),
  userPasskeysDelete: route({
    method: 'DELETE',
    path: '/mgmt/users/{userId}/passkeys',
    access: { kind: 'apiKey', scope: 'passkey:write' },
    limit: 'backend',
    tag: 'mgmt',
    summary: 'Delete every passkey of a user',
    description:
      'The user stays, and registers again with a grant. Every token, session, and code issued to the user so far stops working at once. Nothing happens where there is no passkey.',
    params: UserId,
    ok: 204,
    also: rejections('user'),
  }),
  // A device id is the client's own: on a shared machine all its users have one, so it names one device of several.
  deviceShow: route({
    method: 'GET',
    path: '/mgmt/devices/{deviceId}',
    access: { kind: 'apiKey', scope: 'user:read' },
    limit: 'backend',
    tag: 'mgmt',
    summary: 'Show a device',
    description:
      'A machine that several users share is one device: first seen with the first of them, named and dated by the last use. Device ids come from clients and prove nothing; trust keys were proved by a signature.',
    params: DeviceId,
    ok: 200,
    result: SharedDevice,
    also: rejections('device'),
  }),
  deviceDelete: route({
    method: 'DELETE',
    path: '/mgmt/devices/{deviceId}',
    access: { kind: 'apiKey', scope: 'user:write' },
    limit: 'backend',
    tag: 'mgmt',
    summary: 'Delete a device',
    description:
      'For every user who shares it. Passkeys stay and no longer name it; tokens stay valid. A later sign-in on that machine makes it known again.',
    params: DeviceId,
    ok: 204,
    also: rejections('device'),
  }),
  anyPasskeyShow: route({
    method: 'GET',
    path: '/mgmt/passkeys/{passkeyId}',
    access: { kind: 'apiKey', scope: 'passkey:read' },
    limit: 'backend',
    tag: 'mgmt',
    summary: 'Show a passkey',
    description: 'Any of the application.',
    params: PasskeyId,
    ok: 200,
    result: PasskeyInfo,
    also: rejections('passkey'),
  }),
  anyPasskeyRename: route({
    method: 'PUT',
    path: '/mgmt/passkeys/{passkeyId}/rename',
    access: { kind: 'apiKey', scope: 'passkey:write' },
    limit: 'backend',
    tag: 'mgmt',
    summary: 'Rename a passkey',
    description: 'Any of the application. Only the name changes.',
    params: PasskeyId,
    body: Type.Object({
      passkeyName: Line(128, { minLength: 1, description: 'The new name', examples: ['Work laptop'] }),
    }),
    ok: 204,
    also: rejections('passkey'),
  }),
  anyPasskeyDelete: route({
    method: 'DELETE',
    path: '/mgmt/passkeys/{passkeyId}',
    access: { kind: 'apiKey', scope: 'passkey:write' },
    limit: 'backend',
    tag: 'mgmt',
    summary: 'Delete a passkey',
    description:
      'Any of the application, also the last one of its user. It stops signing in at once, and every token, session, and code issued to its user so far stops working.',
    params: PasskeyId,
    ok: 204,
    also: rejections('passkey'),
  }),
} as const
