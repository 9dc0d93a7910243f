import type { RoleAssignment } from '@thumbturn/contract/vocabulary/roles.ts'

/** A user of the installation's own application who can administer some or all of it. Times are milliseconds since 1970. */
export type Member = {
  /** The id of the user. */
  userId: string
  /** Always the installation's own application. */
  appId: string
  /** The name that other members see. */
  name: string
  /** Where the invitation was sent. */
  email: string | undefined
  createdAt: number
}

/** A member as the guard and other members see them. */
export type MemberWithRoles = Member & { username: string; roles: readonly RoleAssignment[] }

/** A role of one member; `appId` is the application that it is on, or `*`. */
export type MemberRole = { userId: string; appId: string; role: RoleAssignment['role'] }

/** A member where changes and invitations note who made them, as they note the IDs of keys. */
export const nameCreator = (userId: string): string => `member ${userId}`
