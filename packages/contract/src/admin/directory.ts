import { Type } from 'typebox'
import { route } from '../route.ts'
import { exampleUserId } from '../sample.ts'
import { Timestamp } from '../shapes.ts'
import { HeldRoles, rejections, Strict } from './shapes.ts'

const DirectoryRoles = Type.Array(HeldRoles.items, {
  maxItems: 200,
  description: 'The roles of each member of the group; none if it is empty',
})

const DirectoryGroup = Type.Object(
  {
    id: Type.String({ description: 'The group', examples: [exampleUserId] }),
    displayName: Type.String({ description: 'Its name in the directory', examples: ['Engineering'] }),
    members: Type.Integer({ description: 'How many members it has', examples: [12] }),
    roles: DirectoryRoles,
  },
  { title: 'DirectoryGroup' },
)

const LastRequest = Type.Object(
  {
    at: Timestamp('When it was made, to the minute'),
    keyId: Type.String({ description: 'The API key', examples: ['0f3a9c1d5b7e2468'] }),
    keyName: Type.String({ description: 'What you call the key', examples: ['Okta'] }),
  },
  { description: "The directory's last request; absent before the first one" },
)

const forOwners = { kind: 'admin', role: 'owner', scope: 'installation' } as const
const shared = { limit: 'admin', tag: 'members' } as const

/** Members and groups that a directory provisions by SCIM. */
export const directoryRoutes = {
  directoryRead: route({
    ...shared,
    method: 'GET',
    path: '/directory',
    access: forOwners,
    summary: 'Show the directory',
    description:
      'Returns the address where a directory provisions members over SCIM, and the groups that it has sent, each with its roles.',
    ok: 200,
    result: Type.Object(
      {
        baseUrl: Type.String({
          description: 'The address for the directory',
          examples: ['https://auth.example.com/scim/v2'],
        }),
        lastRequest: Type.Optional(LastRequest),
        users: Type.Integer({ description: 'How many members it provisioned', examples: [240] }),
        groups: Type.Array(DirectoryGroup),
      },
      { title: 'Directory' },
    ),
    also: rejections,
  }),
  directoryGroupMap: route({
    ...shared,
    method: 'PUT',
    path: '/directory/groups/{groupId}/roles',
    access: { ...forOwners, fresh: true },
    summary: 'Map roles to a group of the directory',
    description:
      "Replaces the group's roles. On each application, a member has the highest role of any of their groups. Takes effect on the member's next call, on every node.",
    params: Type.Object({
      groupId: Type.String({ minLength: 1, maxLength: 64, description: 'The group', examples: [exampleUserId] }),
    }),
    body: Strict({ roles: DirectoryRoles }),
    ok: 200,
    result: DirectoryGroup,
    also: {
      ...rejections,
      400: 'A role is on an application that does not exist, or two are on one',
      404: 'There is no such group',
      409: { why: 'The last owner of the installation would lose the role', msgCode: 'last_owner' },
    },
  }),
} as const
