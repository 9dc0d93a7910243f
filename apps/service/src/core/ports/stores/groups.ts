import type { Group, GroupMember, GroupMembership, HeldGroup } from '../../model/groups/group.ts'

/** Reads the groups of applications, of which there can be a thousand with any number of members. */
export interface GroupStore {
  find(group: { appId: string; id: string }): Promise<Group | undefined>
  findByName(group: { appId: string; nameKey: string }): Promise<Group | undefined>
  /** A page in the order of unique names; `after` is '' at the start. */
  list(page: { appId: string; after: string; limit: number }): Promise<Group[]>
  count(appId: string): Promise<number>
  countMembers(group: { appId: string; id: string }): Promise<number>
  /** A page in the order of user IDs; `after` is '' at the start. */
  listMembers(page: { appId: string; id: string; after: string; limit: number }): Promise<GroupMember[]>
  isMember(membership: GroupMembership): Promise<boolean>
  listByUser(user: { appId: string; userId: string }): Promise<HeldGroup[]>
}
