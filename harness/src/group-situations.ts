import { type Group, toGroupKey } from '@thumbturn/service/core/model/groups/group.ts'
import type { Profile } from '@thumbturn/service/core/model/users/profile.ts'

/** A group of the application `shop` with that name, whose ID is derived from it. */
export const userGroup = (name: string, changes: Partial<Group> = {}): Group => ({
  appId: 'shop',
  id: `group-${toGroupKey(name)}`,
  name,
  nameKey: toGroupKey(name),
  claims: {},
  version: 1,
  createdAt: 1_000,
  updatedAt: 1_000,
  ...changes,
})

/** The profile of that user, as it is set for the first time. */
export const userProfile = (name: string, changes: Partial<Profile> = {}): Profile => ({
  appId: 'shop',
  userId: `user-${name}`,
  claims: {},
  version: 0,
  updatedAt: 2_000,
  ...changes,
})

/** The membership of that user in the group of that name. */
export const membership = (groupName: string, name: string) => ({
  appId: 'shop',
  groupId: `group-${toGroupKey(groupName)}`,
  userId: `user-${name}`,
})
