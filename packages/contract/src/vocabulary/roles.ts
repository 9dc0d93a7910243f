/** The roles of members of the installation, on one application or on all. Each role includes the ones before it. */
export const roles = ['viewer', 'developer', 'owner'] as const

export type Role = (typeof roles)[number]

/** Instead of an application: a role on the whole installation, with all its applications. */
export const everyApplication = '*'

/** Whether a role includes another one. */
export const includesRole = (held: Role, needed: Role): boolean => roles.indexOf(held) >= roles.indexOf(needed)

/** A role on one application, or on every one. */
export type RoleAssignment = { application: string; role: Role }
