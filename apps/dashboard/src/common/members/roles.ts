import { everyApplication, type Role, type RoleAssignment } from '@thumbturn/contract/vocabulary/roles.ts'

/** The rights of a role, in one sentence. */
export const roleDescriptions: Record<Role, string> = {
  viewer: 'Sees everything and changes nothing',
  developer: 'Changes applications, keys, and users',
  owner: 'Does everything, and manages members',
}

/** A role as a heading. */
export const roleNames: Record<Role, string> = { viewer: 'Viewer', developer: 'Developer', owner: 'Owner' }

/** Whether a member waits for an owner to give them their first role. */
export const lacksRole = ({ roles }: { roles: readonly RoleAssignment[] }): boolean => roles.length === 0

/** Roles in words: "owner", "viewer of shop and developer of blog". */
export function describeAssignments(roles: readonly RoleAssignment[]): string {
  const words = roles.map(({ application, role }) =>
    application === everyApplication ? role : `${role} of ${application}`,
  )
  return new Intl.ListFormat('en').format(words)
}

/** The same as a text of its own. */
export function formatAssignments(roles: readonly RoleAssignment[]): string {
  const words = describeAssignments(roles)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
