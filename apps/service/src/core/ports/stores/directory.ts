import type { DirectoryGroup, DirectoryUser, Membership } from '../../model/directory/directory.ts'

/**
 * Reads members and groups that a directory provisions: some thousands, with hundreds of thousands of memberships, which no
 * read returns all at once.
 */
export interface DirectoryStore {
  findUser(userId: string): Promise<DirectoryUser | undefined>
  /** The user of the installation's own application with that username, in any case and Unicode form. */
  findByUserName(ownAppId: string, usernameKey: string): Promise<DirectoryUser | undefined>
  countUsers(): Promise<number>
  /** In the order in which they were created. */
  listUserIds(): Promise<string[]>
  listUserIdsByExternalId(externalId: string): Promise<string[]>
  /** Those whose profile has this email address, of ASCII characters in lowercase, in any case. It may list others as well. */
  listUserIdsByEmail(email: string): Promise<string[]>
  /** Those of the IDs that are users'. */
  listKnownIds(userIds: readonly string[]): Promise<string[]>
  /** Those that exist, in any order. */
  findUsers(userIds: readonly string[]): Promise<DirectoryUser[]>
  /** In the order in which they were created. */
  listGroups(): Promise<DirectoryGroup[]>
  findGroup(id: string): Promise<DirectoryGroup | undefined>
  listGroupMembers(groupId: string): Promise<string[]>
  listUserGroups(userId: string): Promise<Pick<DirectoryGroup, 'id' | 'displayName'>[]>
  /** The memberships of these users in groups that have roles. */
  listMappedMemberships(userIds: readonly string[]): Promise<Membership[]>
  countMemberships(): Promise<number>
  /** The number of members by the ID of the group; groups without any are missing. */
  countGroupMembers(): Promise<ReadonlyMap<string, number>>
}
