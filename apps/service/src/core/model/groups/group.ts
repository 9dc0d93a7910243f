import type { CustomClaims } from '../users/custom-claims.ts'
import { findDeceptiveCharacter } from '../users/username.ts'

/** A group of an application's users. Times are milliseconds since 1970. */
export type Group = {
  appId: string
  id: string
  name: string
  /** The normalized form, unique in the application. */
  nameKey: string
  description?: string
  /** Claims of its members, unless a member has a claim of that name. */
  claims: CustomClaims
  /** Raised by every change, which requires the version that it was computed from. */
  version: number
  createdAt: number
  updatedAt: number
}

/** A group as its members' tokens describe it. */
export type HeldGroup = Pick<Group, 'id' | 'name' | 'nameKey' | 'claims'>

/** The membership of a user in a group. */
export type GroupMembership = { appId: string; groupId: string; userId: string }

/** A user as the list of a group's members shows them. */
export type GroupMember = { userId: string; username: string; displayName: string; status: 'active' | 'inactive' }

/** The unique form of a name: names that look identical must not be two groups. */
export const toGroupKey = (name: string): string => name.normalize('NFKC').toLowerCase().normalize('NFKC')

/** Programs split lists of groups at these. */
const separators = /[,;|]/

/** Describes the problem of a new name, in words that begin with the field; undefined if it is valid. */
export function findGroupNameProblem(name: string): string | undefined {
  if (name === '' || name.length > 64 || /\p{Cc}/u.test(name)) return 'name must be one line of 1 to 64 characters'
  if (name.trim() !== name) return 'name must not begin or end with a space'
  if (separators.test(name)) return 'name must not have , ; or |, at which programs split lists of groups'
  const deceptive = findDeceptiveCharacter(name)
  if (deceptive !== undefined)
    return `name must not contain ${deceptive}: invisible, bidirectional, private-use, and unassigned characters are not allowed`
}

/** Whether one of the groups has one of the names, in any case and Unicode form. */
export function isInAnyGroup(groups: readonly Pick<Group, 'nameKey'>[], names: readonly string[]): boolean {
  const keys = new Set(names.map(toGroupKey))
  return groups.some(({ nameKey }) => keys.has(nameKey))
}
