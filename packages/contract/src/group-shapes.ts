import { Type } from 'typebox'
import { exampleUserId } from './sample.ts'
import { Timestamp, Uuid } from './shapes.ts'
import { CustomClaims, GroupName, groupDescription, profileFields } from './vocabulary/profiles.ts'

export const exampleGroupId = '7c1e9a52-40b8-4f6d-b3a7-92d05e8c6f11'

/** The group in the path of a route. */
export const GroupId = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'The group ID',
  examples: [exampleGroupId],
})

/** The version of a group or profile that a change is for. */
export const ReadVersion = Type.Optional(
  Type.Integer({
    minimum: 0,
    description: 'The version that was read; if it changed since, so does nothing. Any version without it',
    examples: [1],
  }),
)

export const Group = Type.Object(
  {
    id: Uuid('The group', exampleGroupId),
    name: GroupName,
    description: Type.Optional(groupDescription),
    claims: CustomClaims,
    version: Type.Integer({ description: 'Increases with every change', examples: [1] }),
    createdAt: Timestamp('When it was created'),
    updatedAt: Timestamp('When it was last changed'),
  },
  { title: 'Group' },
)

/** A page of groups, in the order of their names. */
export const Groups = Type.Object(
  {
    groups: Type.Array(Group),
    next: Type.Optional(
      Type.String({ description: 'Send it back as `after` for the next page', examples: ['admins'] }),
    ),
  },
  { title: 'Groups' },
)

export const GroupMembers = Type.Object(
  {
    members: Type.Array(
      Type.Object(
        {
          userId: Uuid('The user'),
          username: Type.String({ description: 'The username', examples: ['ada@example.com'] }),
          displayName: Type.String({ description: 'The display name', examples: ['Ada'] }),
        },
        { title: 'GroupMember' },
      ),
    ),
    next: Type.Optional(
      Type.String({ description: 'Send it back as `after` for the next page', examples: [exampleUserId] }),
    ),
  },
  { title: 'GroupMembers' },
)

/** The users that a call adds to a group. */
export const AddedMembers = Type.Array(
  Type.String({ minLength: 1, maxLength: 64, description: 'The user ID', examples: [exampleUserId] }),
  { minItems: 1, maxItems: 100, description: 'The users to add', examples: [[exampleUserId]] },
)

/** The groups of a user, in the order of their names. */
export const HeldGroups = Type.Array(
  Type.Object({ id: Uuid('The group', exampleGroupId), name: GroupName }, { title: 'HeldGroup' }),
  { description: 'The groups of the user, sorted by name' },
)

export const Profile = Type.Object(
  {
    ...Type.Partial(Type.Object(profileFields)).properties,
    claims: CustomClaims,
    version: Type.Integer({ description: 'Increases with every change; 0 if nothing was ever set', examples: [1] }),
    updatedAt: Type.Optional(Timestamp('When it was last changed')),
  },
  { title: 'Profile' },
)
