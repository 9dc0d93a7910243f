import { Type } from 'typebox'
import { route } from '../route.ts'
import { exampleAaguid, examplePasskeyId, exampleToken, exampleUserId } from '../sample.ts'
import { Icon, Line, Timestamp, Uuid } from '../shapes.ts'
import { rejections, Strict } from './shapes.ts'

const MemberPasskey = Type.Object(
  {
    id: Uuid('The passkey', examplePasskeyId),
    name: Type.String({ description: 'The name that the member gave it, or the default one', examples: ['Laptop'] }),
    current: Type.Boolean({
      description: "Whether this call's session last used it; the session ends when it is removed",
      examples: [true],
    }),
    createdAt: Timestamp('When it was created'),
    lastUsedAt: Type.Optional(Timestamp('When it was last used')),
    lastUsedFrom: Type.Optional(
      Type.String({ description: 'The device where it was last used', examples: ['Safari on iOS'] }),
    ),
    synced: Type.Boolean({ description: 'Whether it is synced across devices', examples: [true] }),
    aaguid: Uuid('The authenticator model', exampleAaguid),
    authenticator: Type.Optional(
      Type.String({ description: 'The name of that model, if one is known', examples: ['iCloud Keychain'] }),
    ),
    iconLight: Type.Optional(Icon('light')),
    iconDark: Type.Optional(Icon('dark')),
  },
  { title: 'MemberPasskey' },
)

const Id = (description: string, example: string) =>
  Type.String({ minLength: 1, maxLength: 64, description, examples: [example] })

const OfMember = Type.Object({ id: Id('The member id', exampleUserId) })
const OfPasskey = Type.Object({
  id: Id('The member id', exampleUserId),
  passkeyId: Id('The passkey id', examplePasskeyId),
})

const ofMembers = { kind: 'admin', role: 'viewer' } as const
const shared = { limit: 'admin', tag: 'members' } as const
const also = { ...rejections, 404: 'The member or passkey does not exist' } as const

/** The passkeys with which members sign in to the dashboard. */
export const memberPasskeyRoutes = {
  memberPasskeysList: route({
    ...shared,
    method: 'GET',
    path: '/members/{id}/passkeys',
    access: ofMembers,
    summary: 'List the passkeys of a member',
    description:
      'Returns the passkeys, oldest first. Members see their own passkeys. Owners of the installation see all passkeys.',
    params: OfMember,
    ok: 200,
    result: Type.Object({ passkeys: Type.Array(MemberPasskey) }, { title: 'MemberPasskeys' }),
    also: { ...rejections, 404: 'The member does not exist' },
  }),
  memberPasskeyGrant: route({
    ...shared,
    method: 'POST',
    path: '/session/passkey-grant',
    access: { kind: 'member', fresh: true },
    summary: 'Allow another passkey',
    description:
      'Returns a grant for `createPasskey`, valid for a minute, with which the member of the session registers another passkey. Members ' +
      'for whom a single sign-on provider is enforced, and those without a role, cannot add any.',
    ok: 200,
    result: Type.Object(
      {
        token: Type.String({ description: 'A grant with `reg:write` at `thumbturn`', examples: [exampleToken] }),
        username: Type.String({ description: 'The username to register', examples: ['ada'] }),
      },
      { title: 'PasskeyGrant' },
    ),
    also: rejections,
  }),
  memberPasskeyRename: route({
    ...shared,
    method: 'PATCH',
    path: '/members/{id}/passkeys/{passkeyId}',
    access: ofMembers,
    summary: 'Rename a passkey of a member',
    description: 'Members can rename their own passkeys. Owners of the installation can rename any passkey.',
    params: OfPasskey,
    body: Strict({ name: Line(128, { minLength: 1, description: 'The new name', examples: ['Work laptop'] }) }),
    ok: 204,
    also: { ...also, 400: 'The name is empty' },
  }),
  memberPasskeyRemove: route({
    ...shared,
    method: 'DELETE',
    path: '/members/{id}/passkeys/{passkeyId}',
    access: { ...ofMembers, fresh: true },
    summary: 'Remove a passkey of a member',
    description:
      'Permanently removes the passkey, and immediately ends the sessions that last used it, on every node. Members can remove ' +
      'their own passkeys. Owners of the installation can remove any passkey. The last passkey of a member remains.',
    params: OfPasskey,
    ok: 204,
    also: { ...also, 409: { why: 'It is the only passkey of the member', msgCode: 'last_passkey' } },
  }),
} as const
