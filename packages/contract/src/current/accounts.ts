import { Type } from 'typebox'
import { route } from '../route.ts'
import { exampleAaguid, exampleDeviceId, examplePasskeyId, exampleUserId } from '../sample.ts'
import { DeviceInfo, Line, Timestamp, Uuid } from '../shapes.ts'

const PasskeyInfo = Type.Object(
  {
    id: Uuid('The passkey ID', examplePasskeyId),
    aaguid: Uuid('The authenticator model', exampleAaguid),
    name: Type.String({ examples: ['My phone'] }),
    createdAt: Timestamp('When it was registered'),
    createdFromDeviceId: Type.Optional(
      Uuid('The device where it was registered, unless that device was deleted', exampleDeviceId),
    ),
    lastUsedAt: Type.Optional(Timestamp('When the user last signed in with it')),
    lastUsedFromDeviceId: Type.Optional(
      Uuid('The device of that sign-in, unless that device was deleted', exampleDeviceId),
    ),
    providerName: Type.Optional(
      Type.String({ description: 'The name of the authenticator model, if known', examples: ['iCloud Keychain'] }),
    ),
  },
  { title: 'PasskeyInfo' },
)

const device = {
  createdAt: Timestamp('When it was first seen'),
  deviceId: Uuid('The device ID', exampleDeviceId),
  lastUsedAt: Timestamp('When a user last signed in on it'),
  name: Type.String({ description: 'A description of the device', examples: ['Chrome on Linux'] }),
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
      description: 'The keys that the device has proven to hold with trust items, as JWK thumbprints (RFC 7638)',
    }),
    userIds: Type.Array(Uuid('A user of the device'), {
      description:
        'All users who signed in with this device ID, the most recent first. Clients choose the ID, so it proves nothing; everything else comes from its first user',
    }),
    passkeyIds: Type.Array(Uuid('A passkey', examplePasskeyId), {
      description: 'Passkeys that were created or last used on this device',
    }),
  },
  { title: 'SharedDevice' },
)

const id = (what: string, example: string) =>
  Type.String({ minLength: 1, maxLength: 64, description: `The ${what} ID`, examples: [example] })
const PasskeyId = Type.Object({ passkeyId: id('passkey', examplePasskeyId) })
const DeviceId = Type.Object({ deviceId: id('device', exampleDeviceId) })
const UserId = Type.Object({ userId: id('user', exampleUserId) })

const rejections = (thing: string) =>
  ({
    400: 'The path, query, or body is invalid',
    401: 'The API key is missing, unknown, or revoked',
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
      "Returns the user with their devices, most recently used first, and passkeys, oldest first. You can send any spelling of the username that works for sign-in, or a verified contact, unless it is another user's username.",
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
      'Deletes the user with all passkeys and devices. Tokens, and sign-ins and registrations in progress, immediately stop working. Events keep the user ID but not the username. The ID is never reused, but the username becomes available again.',
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
    description:
      'Passkeys remain, but no longer refer to a device. Tokens stay valid. If the user has no devices, nothing happens.',
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
      'Every access token, grant, refresh token, flow session, browser session, one-time code, and access code that the user has been issued so far immediately stops working, on every node. Passkeys and other credentials keep working, so the user can sign in again.',
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
      'The account remains, and the user can register again with a grant. Every token, session, and code that the user has been issued so far immediately stops working. If the user has no passkeys, nothing happens.',
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
      'A machine that several users share is one device, first seen with the first user, and with the name and time of its last use. Device IDs come from clients and prove nothing. Trust keys are proven by a signature.',
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
      'Deletes the device for every user who shares it. Passkeys remain, but no longer refer to it. Tokens stay valid. The next sign-in on that machine adds it again.',
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
    description: 'Returns any passkey of the application.',
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
    description: 'Renames any passkey of the application. Changes nothing else.',
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
      "Deletes any passkey of the application, even a user's last one. The passkey immediately stops working, and so does every token, session, and code that its user has been issued so far.",
    params: PasskeyId,
    ok: 204,
    also: rejections('passkey'),
  }),
} as const
