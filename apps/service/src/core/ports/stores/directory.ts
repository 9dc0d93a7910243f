import type { DirectoryGroup, DirectoryUser, Membership } from '../../model/directory/directory.ts'

/** Reads members and groups that a directory provisions. Each list is one read of the whole, as filters need it. */
export interface DirectoryStore {
  findUser(userId: string): Promise<DirectoryUser | undefined>
  /** The user of the installation's own application with that username, in any case and Unicode form. */
  findByUserName(ownAppId: string, usernameKey: string): Promise<DirectoryUser | undefined>
  countUsers(): Promise<number>
  /** In the order in which they were created. */
  listUsers(): Promise<DirectoryUser[]>
  /** In the order in which they were created. */
  listGroups(): Promise<DirectoryGroup[]>
  listMemberships(): Promise<Membership[]>
}
