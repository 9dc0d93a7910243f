import type { RoleAssignment } from '@thumbturn/contract/vocabulary/roles.ts'
import type { User } from '../users/user.ts'

/** The parts of a person's name (RFC 7643 §4.1.1). */
export type PersonName = {
  formatted?: string
  familyName?: string
  givenName?: string
  middleName?: string
  honorificPrefix?: string
  honorificSuffix?: string
}

export type DirectoryEmail = { value: string; type?: string; display?: string; primary?: boolean }

/** A user as a directory describes it, as it was sent. */
export type Profile = {
  displayName?: string
  name?: PersonName
  emails?: readonly DirectoryEmail[]
  /** It removed the status, which stays as it was, but isn't sent any more. */
  hidesStatus?: true
}

/** A member whom a directory provisions. Times are milliseconds since 1970. */
export type DirectoryUser = {
  userId: string
  userName: string
  active: boolean
  /** The directory's name for the user. */
  externalId: string | undefined
  profile: Profile
  createdAt: number
  updatedAt: number
}

/** The fields of a user that a directory sends. */
export type DirectoryUserInput = Pick<DirectoryUser, 'userName' | 'active' | 'externalId' | 'profile'>

/** A group of a directory, with the roles that owners mapped to it. Times are milliseconds since 1970. */
export type DirectoryGroup = {
  id: string
  displayName: string
  /** The directory's name for the group. */
  externalId: string | undefined
  roles: readonly RoleAssignment[]
  createdAt: number
  updatedAt: number
}

/** The fields of a group that a directory sends; `members` are the IDs of users. */
export type DirectoryGroupInput = Pick<DirectoryGroup, 'displayName' | 'externalId'> & { members: readonly string[] }

export type Membership = { groupId: string; userId: string }

/** The last request of a directory. `at` is in milliseconds since 1970. */
export type DirectoryRequest = { at: number; keyId: string; keyName: string }

/** The display name, if the directory sent one, or else what the parts of the name make, or else the username. */
export function toDisplayName({ userName, profile: { displayName, name } }: DirectoryUserInput): string {
  if (displayName) return displayName
  if (name?.formatted) return name.formatted
  const parts = [name?.honorificPrefix, name?.givenName, name?.middleName, name?.familyName, name?.honorificSuffix]
  return parts.filter(Boolean).join(' ') || userName
}

/** The primary email address, otherwise the first one. */
export const findPrimaryEmail = ({ emails = [] }: Profile): string | undefined =>
  (emails.find(({ primary }) => primary) ?? emails[0])?.value

export const toStatus = (active: boolean): User['status'] => (active ? 'active' : 'inactive')
