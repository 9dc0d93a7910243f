import { Type } from 'typebox'
import {
  AddedMembers,
  Group,
  GroupId,
  GroupMembers,
  Groups,
  HeldGroups,
  Profile,
  ReadVersion,
} from '../group-shapes.ts'
import { patterns } from '../patterns.ts'
import { route } from '../route.ts'
import { exampleUserId } from '../sample.ts'
import { Line } from '../shapes.ts'
import {
  CustomClaims,
  GroupName,
  GroupNames,
  GroupRequest,
  groupDescription,
  profileFields,
} from '../vocabulary/profiles.ts'
import { ApplicationId, rejections, Strict } from './shapes.ts'

const limit = Type.Optional(
  Type.String({
    pattern: patterns.upTo100,
    description: 'The maximum number of results; 100 by default',
    examples: ['100'],
  }),
)

const UserId = Type.String({ minLength: 1, maxLength: 64, description: 'The user ID', examples: [exampleUserId] })
const OfGroup = Type.Object({ id: ApplicationId, groupId: GroupId })
const OfUser = Type.Object({ id: ApplicationId, userId: UserId })

const optional = Type.Optional

const invalidGroup = 'A field is invalid, or the application has 1,000 groups'
const nameTaken = 'Another group has the name'
const changed = 'The group is no longer of the version, or another group has the name'

const shared = { limit: 'admin', tag: 'groups' } as const
const also = { ...rejections, 404: 'The application or group does not exist' } as const
const ofUser = { limit: 'admin', tag: 'users' } as const
const alsoOfUser = { ...rejections, 404: 'The application or user does not exist' } as const

/** Groups of an application's users, and what is known about users. */
export const groupRoutes = {
  groupsList: route({
    ...shared,
    method: 'GET',
    path: '/applications/{id}/groups',
    access: { kind: 'admin', role: 'viewer' },
    summary: 'List the groups',
    description: 'Sorted by name. If the response has `next`, there are more: send it back as `after`.',
    params: Type.Object({ id: ApplicationId }),
    query: Strict({
      after: optional(Line(256, { description: 'Only groups after this one', examples: ['admins'] })),
      limit,
    }),
    ok: 200,
    result: Groups,
    also: { ...rejections, 404: 'The application does not exist' },
  }),
  groupShow: route({
    ...shared,
    method: 'GET',
    path: '/applications/{id}/groups/{groupId}',
    access: { kind: 'admin', role: 'viewer' },
    summary: 'Show a group',
    description: 'Returns the group with the number of its members.',
    params: OfGroup,
    ok: 200,
    result: Type.Object(
      { ...Group.properties, members: Type.Integer({ description: 'How many members it has', examples: [1] }) },
      { title: 'GroupDetails' },
    ),
    also,
  }),
  groupCreate: route({
    ...shared,
    method: 'POST',
    path: '/applications/{id}/groups',
    access: { kind: 'admin', role: 'developer', fresh: true },
    summary: 'Create a group',
    description:
      'Creates a group without members. Clients whose `allowedGroups` have the name let its members sign in.',
    params: Type.Object({ id: ApplicationId }),
    body: GroupRequest,
    ok: 200,
    result: Group,
    also: { ...rejections, 400: invalidGroup, 404: 'The application does not exist', 409: nameTaken },
  }),
  groupChange: route({
    ...shared,
    method: 'PATCH',
    path: '/applications/{id}/groups/{groupId}',
    access: { kind: 'admin', role: 'developer', fresh: true },
    summary: 'Change a group',
    description:
      'Replaces the fields that you send, each as a whole; an empty description removes it. With `version`, the group must still be of that version. Clients name groups in `allowedGroups`, which a new name does not change.',
    params: OfGroup,
    body: Strict(
      {
        name: optional(GroupName),
        description: optional(groupDescription),
        claims: optional(CustomClaims),
        version: ReadVersion,
      },
      { examples: [{ description: 'They administer everything', claims: { department: 'Engines' }, version: 1 }] },
    ),
    ok: 200,
    result: Group,
    also: { ...also, 400: 'A field is invalid', 409: changed },
  }),
  groupDelete: route({
    ...shared,
    method: 'DELETE',
    path: '/applications/{id}/groups/{groupId}',
    access: { kind: 'admin', role: 'developer', fresh: true },
    summary: 'Delete a group',
    description: 'Its members remain, but lose what the group gives them.',
    params: OfGroup,
    ok: 204,
    also,
  }),
  groupMembersList: route({
    ...shared,
    method: 'GET',
    path: '/applications/{id}/groups/{groupId}/members',
    access: { kind: 'admin', role: 'viewer' },
    summary: 'List the members of a group',
    description: 'In the order of their IDs. If the response has `next`, there are more: send it back as `after`.',
    params: OfGroup,
    query: Strict({
      after: optional(Line(64, { description: 'Only members after this one', examples: [exampleUserId] })),
      limit,
    }),
    ok: 200,
    result: GroupMembers,
    also,
  }),
  groupMembersAdd: route({
    ...shared,
    method: 'POST',
    path: '/applications/{id}/groups/{groupId}/members',
    access: { kind: 'admin', role: 'developer', fresh: true },
    summary: 'Add members to a group',
    description: 'Adds all of the users or none. Users who are members already stay members.',
    params: OfGroup,
    body: Strict({ userIds: AddedMembers }),
    ok: 204,
    also: {
      ...rejections,
      400: 'A user is in 100 groups',
      404: 'The application, the group, or a user does not exist',
    },
  }),
  groupMemberRemove: route({
    ...shared,
    method: 'DELETE',
    path: '/applications/{id}/groups/{groupId}/members/{userId}',
    access: { kind: 'admin', role: 'developer', fresh: true },
    summary: 'Remove a member from a group',
    description: 'If the user is no member, nothing happens.',
    params: Type.Object({ ...OfGroup.properties, userId: UserId }),
    ok: 204,
    also,
  }),
  userProfileShow: route({
    ...ofUser,
    method: 'GET',
    path: '/applications/{id}/users/{userId}/profile',
    access: { kind: 'admin', role: 'viewer' },
    summary: 'Show the profile of a user',
    description: 'Returns the profile and the custom claims of the user, and their groups.',
    params: OfUser,
    ok: 200,
    result: Type.Object({ profile: Profile, groups: HeldGroups }, { title: 'UserProfile' }),
    also: alsoOfUser,
  }),
  userProfileChange: route({
    ...ofUser,
    method: 'PATCH',
    path: '/applications/{id}/users/{userId}/profile',
    access: { kind: 'admin', role: 'developer', fresh: true },
    summary: 'Change the profile of a user',
    description:
      'Replaces the fields that you send, each as a whole; an empty text removes a field. With `version`, the profile must still be of that version.',
    params: OfUser,
    body: Strict(
      { ...Type.Partial(Type.Object(profileFields)).properties, claims: optional(CustomClaims), version: ReadVersion },
      { examples: [{ name: 'Ada Lovelace', claims: { department: 'Engines' }, version: 0 }] },
    ),
    ok: 200,
    result: Profile,
    also: { ...alsoOfUser, 400: 'A field is invalid', 409: 'The profile is no longer of the version' },
  }),
  userGroupsSet: route({
    ...ofUser,
    method: 'PUT',
    path: '/applications/{id}/users/{userId}/groups',
    access: { kind: 'admin', role: 'developer', fresh: true },
    summary: 'Set the groups of a user',
    description: 'The user is in these groups afterward, and in no other ones.',
    params: OfUser,
    body: Strict({ groups: GroupNames }),
    ok: 200,
    result: Type.Object({ groups: HeldGroups }, { title: 'UserGroups' }),
    also: { ...alsoOfUser, 400: 'A group does not exist' },
  }),
} as const
