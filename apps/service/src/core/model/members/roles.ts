import { everyApplication, includesRole, type Role, type RoleAssignment } from '@thumbturn/contract/vocabulary/roles.ts'
import { forbidden } from '../../errors.ts'
import { unknownApplication } from '../applications/application.ts'
import type { HostRights } from '../applications/overlaps.ts'
import { ownApplicationId } from '../applications/own-id.ts'

type Holder = { roles: readonly RoleAssignment[] }

/** The role that a call needs: a role on `application`, on any application, or, with `scope`, on the whole installation. */
export type RoleRequirement = { role: Role; scope?: 'installation' | undefined; application?: string | undefined }

/** Whether a member has any role on an application. */
export const canSee = ({ roles }: Holder, application: string): boolean =>
  roles.some(({ application: on }) => on === everyApplication || on === application)

/** Whether a member waits for an owner to give them their first role. */
export const isPending = ({ roles }: Holder): boolean => roles.length === 0

/** Whether a member owns the whole installation. */
export const isOwner = ({ roles }: Holder): boolean =>
  roles.some(({ application, role }) => application === everyApplication && role === 'owner')

/** Hosts and RP IDs belong to the installation, so a role on individual applications gives no right to them. */
export function findHostRights(member: Holder): HostRights {
  if (isOwner(member)) return 'all'
  return hasRole(member, { role: 'developer', scope: 'installation' }) ? 'free' : 'none'
}

/** Whether a member can give all of these roles: they own the whole installation, or each of the applications. */
export const canGrant = ({ roles: held }: Holder, roles: readonly RoleAssignment[]): boolean =>
  roles.every(({ application }) =>
    held.some(({ application: on, role }) => role === 'owner' && (on === everyApplication || on === application)),
  )

/** Keys of the installation's own application administer everything, so only owners change anything there. */
const raise = (role: Role, application: string | undefined): Role =>
  application === ownApplicationId && role !== 'viewer' ? 'owner' : role

/** Whether a member has this role, or a higher one. */
export function hasRole({ roles }: Holder, { role, scope, application }: RoleRequirement): boolean {
  const counts = ({ application: on }: RoleAssignment) =>
    on === everyApplication || (scope === undefined && (application === undefined || on === application))
  return roles.some((held) => counts(held) && includesRole(held.role, raise(role, application)))
}

/**
 * @throws AppError not_found: the member has no role on the application · forbidden: a lower one, or none at all
 */
export function requireRole(member: Holder, requirement: RoleRequirement): void {
  const { role, scope, application } = requirement
  if (isPending(member)) throw forbidden('You have no role yet: an owner has to give you one')
  if (application !== undefined && !canSee(member, application)) throw unknownApplication(application)
  if (hasRole(member, requirement)) return
  throw forbidden(
    `This call needs the role ${raise(role, application)}${scope === undefined ? '' : ' on the whole installation'}`,
  )
}
