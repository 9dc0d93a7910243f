import type { Group, GroupMember, HeldGroup } from '../core/model/groups/group.ts'
import { type Profile, toProfileFields } from '../core/model/users/profile.ts'
import { timestamp } from './timestamp.ts'

/** A group as every API returns it. */
export const toGroupResponse = ({ id, name, description, claims, version, createdAt, updatedAt }: Group) => ({
  id,
  name,
  description,
  claims,
  version,
  createdAt: timestamp(createdAt),
  updatedAt: timestamp(updatedAt),
})

export const toMemberResponse = ({ userId, username, displayName }: GroupMember) => ({ userId, username, displayName })

/** The groups of a user. */
export const toHeldGroups = (groups: readonly Pick<HeldGroup, 'id' | 'name'>[]) =>
  groups.map(({ id, name }) => ({ id, name }))

/** The profile of a user, who has the version 0 before it is first set. */
export const toProfileResponse = (profile: Profile) => ({
  ...toProfileFields(profile),
  claims: profile.claims,
  version: profile.version,
  updatedAt: profile.version === 0 ? undefined : timestamp(profile.updatedAt),
})
