import { Type } from 'typebox'
import { AddedMembers, Group, GroupId, GroupMembers, Groups, HeldGroups, Profile } from '../group-shapes.ts'
import { patterns } from '../patterns.ts'
import { route } from '../route.ts'
import { exampleUserId } from '../sample.ts'
import { Line } from '../shapes.ts'
import { CustomClaims, GroupName, GroupNames, groupDescription, profileFields } from '../vocabulary/profiles.ts'

const limit = Type.Optional(
  Type.String({
    pattern: patterns.upTo100,
    description: 'The maximum number of results; 100 by default',
    examples: ['100'],
  }),
)

const OfGroup = Type.Object({ groupId: GroupId })
const UserId = Type.String({ minLength: 1, maxLength: 64, description: 'The user ID', examples: [exampleUserId] })
const OfUser = Type.Object({ userId: UserId })

const rejections = {
  400: 'The path, query, or body is invalid',
  401: 'The API key is missing, unknown, or revoked',
  403: 'The API key lacks the scope',
} as const
const ofGroup = { ...rejections, 404: 'The application has no such group' } as const
const ofUser = { ...rejections, 404: 'The application has no such user' } as const

const reads = { access: { kind: 'apiKey', scope: 'group:read' }, limit: 'backend', tag: 'groups' } as const
const writes = { access: { kind: 'apiKey', scope: 'group:write' }, limit: 'backend', tag: 'groups' } as const

const GroupInput = Type.Object(
  { name: GroupName, description: Type.Optional(groupDescription), claims: Type.Optional(CustomClaims) },
  { examples: [{ name: 'admins', description: 'They administer everything', claims: { department: 'Engines' } }] },
)

// Not in the specification, which knows neither groups nor profiles.
export const groupRoutes = {
  groupsList: route({
    ...reads,
    method: 'GET',
    path: '/mgmt/groups',
    summary: 'List the groups',
    description: 'Sorted by name. If the response has `next`, there are more: send it back as `after`.',
    query: Type.Object({
      after: Type.Optional(Line(256, { description: 'Only groups after this one', examples: ['admins'] })),
      limit,
    }),
    ok: 200,
    result: Groups,
    also: rejections,
  }),
  groupCreate: route({
    ...writes,
    method: 'POST',
    path: '/mgmt/groups',
    summary: 'Create a group',
    description:
      'Creates a group without members. Clients whose `allowedGroups` have the name let its members sign in.',
    body: GroupInput,
    ok: 200,
    result: Group,
    also: {
      ...rejections,
      400: 'The body is invalid, or the application has 1,000 groups',
      409: 'Another group has the name',
    },
  }),
  groupReplace: route({
    ...writes,
    method: 'PUT',
    path: '/mgmt/groups/{groupId}',
    summary: 'Change a group',
    description: 'Replaces name, description, and claims. Its members remain.',
    params: OfGroup,
    body: GroupInput,
    ok: 200,
    result: Group,
    also: { ...ofGroup, 409: 'Another group has the name' },
  }),
  groupDelete: route({
    ...writes,
    method: 'DELETE',
    path: '/mgmt/groups/{groupId}',
    summary: 'Delete a group',
    description: 'Its members remain, but lose what the group gives them.',
    params: OfGroup,
    ok: 204,
    also: ofGroup,
  }),
  groupMembersList: route({
    ...reads,
    method: 'GET',
    path: '/mgmt/groups/{groupId}/members',
    summary: 'List the members of a group',
    description: 'In the order of their IDs. If the response has `next`, there are more: send it back as `after`.',
    params: OfGroup,
    query: Type.Object({
      after: Type.Optional(Line(64, { description: 'Only members after this one', examples: [exampleUserId] })),
      limit,
    }),
    ok: 200,
    result: GroupMembers,
    also: ofGroup,
  }),
  groupMembersAdd: route({
    ...writes,
    method: 'POST',
    path: '/mgmt/groups/{groupId}/members',
    summary: 'Add members to a group',
    description: 'Adds all of the users or none. Users who are members already stay members.',
    params: OfGroup,
    body: Type.Object({ userIds: AddedMembers }),
    ok: 204,
    also: {
      ...rejections,
      400: 'The body is invalid, or a user is in 100 groups',
      404: 'The application has no such group or user',
    },
  }),
  groupMemberRemove: route({
    ...writes,
    method: 'DELETE',
    path: '/mgmt/groups/{groupId}/members/{userId}',
    summary: 'Remove a member from a group',
    description: 'If the user is no member, nothing happens.',
    params: Type.Object({ groupId: GroupId, userId: UserId }),
    ok: 204,
    also: ofGroup,
  }),
  userGroupsList: route({
    ...reads,
    method: 'GET',
    path: '/mgmt/users/{userId}/groups',
    summary: 'List the groups of a user',
    description: 'Sorted by name.',
    params: OfUser,
    ok: 200,
    result: Type.Object({ groups: HeldGroups }, { title: 'UserGroups' }),
    also: ofUser,
  }),
  userGroupsSet: route({
    ...writes,
    method: 'PUT',
    path: '/mgmt/users/{userId}/groups',
    summary: 'Set the groups of a user',
    description: 'The user is in these groups afterward, and in no other ones.',
    params: OfUser,
    body: Type.Object({ groups: GroupNames }),
    ok: 200,
    result: Type.Object({ groups: HeldGroups }, { title: 'UserGroups' }),
    also: { ...ofUser, 400: 'The body is invalid, or a group does not exist' },
  }),
  userProfileShow: route({
    method: 'GET',
    path: '/mgmt/users/{userId}/profile',
    access: { kind: 'apiKey', scope: 'user:read' },
    limit: 'backend',
    tag: 'mgmt',
    summary: 'Show the profile of a user',
    description: 'Returns the profile and the custom claims of the user.',
    params: OfUser,
    ok: 200,
    result: Profile,
    also: ofUser,
  }),
  userProfileReplace: route({
    method: 'PUT',
    path: '/mgmt/users/{userId}/profile',
    access: { kind: 'apiKey', scope: 'user:write' },
    limit: 'backend',
    tag: 'mgmt',
    summary: 'Set the profile of a user',
    description: 'Replaces all fields of the profile; those that you leave out are removed. Custom claims remain.',
    params: OfUser,
    body: Type.Partial(Type.Object(profileFields), { examples: [{ name: 'Ada Lovelace', locale: 'en-GB' }] }),
    ok: 200,
    result: Profile,
    also: ofUser,
  }),
  userClaimsReplace: route({
    method: 'PUT',
    path: '/mgmt/users/{userId}/claims',
    access: { kind: 'apiKey', scope: 'user:write' },
    limit: 'backend',
    tag: 'mgmt',
    summary: 'Set the custom claims of a user',
    description:
      'Replaces all custom claims. They take precedence over those of groups: `null` hides the claim of a group. The rest of the profile remains.',
    params: OfUser,
    body: Type.Object({ claims: CustomClaims }),
    ok: 200,
    result: Profile,
    also: ofUser,
  }),
} as const
