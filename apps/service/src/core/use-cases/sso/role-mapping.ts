import { everyApplication, includesRole, type RoleAssignment } from '@thumbturn/contract/vocabulary/roles.ts'
import type { Core } from '../../core.ts'
import { AppError } from '../../errors.ts'
import type { MemberWithRoles } from '../../model/members/member.ts'
import { canGrant, isOwner } from '../../model/members/roles.ts'
import { toActor } from '../../model/sso/actor.ts'
import type { Account } from '../../model/sso/linking.ts'
import type { SsoProvider } from '../../model/sso/provider.ts'
import { createAuditEntry } from '../audit/audit.ts'
import { commitWithMembers, requireOtherOwner, withdrawInvitations } from '../members/last-owner.ts'

type Mapping = Pick<SsoProvider, 'roleMappings'>

/** The roles that the groups of a user give: of several on one application, the highest. */
export function mapRoles({ roleMappings }: Mapping, groups: readonly string[]): RoleAssignment[] {
  const values = new Set(groups.map(toRelative))
  const found = new Map<string, RoleAssignment>()
  for (const { value, application, role } of roleMappings) {
    const isHeld = values.has(toRelative(value))
    const other = found.get(application)
    if (isHeld && (!other || includesRole(role, other.role))) found.set(application, { application, role })
  }
  return [...found.values()]
}

/** Keycloak sends the path of a group, such as /admins. */
const toRelative = (group: string) => group.replace(/^\//, '')

/** Groups decide about the applications that mappings name; on others, members keep what an owner gave them. */
export function mergeRoles(
  provider: Mapping,
  held: readonly RoleAssignment[],
  groups: readonly string[],
): RoleAssignment[] {
  const mapped = new Set(provider.roleMappings.map(({ application }) => application))
  return [...held.filter(({ application }) => !mapped.has(application)), ...mapRoles(provider, groups)]
}

const inOrder = (roles: readonly RoleAssignment[]) =>
  JSON.stringify(roles.map(({ application, role }) => `${application} ${role}`).toSorted())

/**
 * Brings the roles of a member up to date with the groups of a sign-in, unless they come from a directory, or the provider
 * sent no groups because there are too many. The last owner who can sign in without the provider stays an owner.
 */
export async function applyMappedRoles(core: Core, { provider, user }: Account, userId: string): Promise<void> {
  const { groups } = user
  if (provider.roleMappings.length === 0 || groups === undefined || groups.areOmitted) return
  await commitWithMembers(core, async () => {
    if (await core.store.directory.findUser(userId)) return []
    const member = await core.store.members.find(userId)
    const roles = member && (await listExisting(core, mergeRoles(provider, member.roles, groups.values)))
    if (!member || !roles || inOrder(roles) === inOrder(member.roles)) return []
    const changed = { ...member, roles }
    if (await isLastOwner(core, { member, changed })) return []
    return listChanges(core, provider, { member, changed })
  })
}

async function isLastOwner(
  core: Core,
  { member, changed }: { member: MemberWithRoles; changed: MemberWithRoles },
): Promise<boolean> {
  if (isOwner(changed)) return false
  try {
    await requireOtherOwner(core, member)
    return false
  } catch (error) {
    if (error instanceof AppError && error.code === 'last_owner') return true
    throw error
  }
}

function listChanges(
  core: Core,
  provider: SsoProvider,
  { member, changed }: { member: MemberWithRoles; changed: MemberWithRoles },
) {
  const { userId, name, roles } = changed
  const kept = new Set(roles.map(({ application }) => application))
  const removed = member.roles.map(({ application }) => application).filter((one) => !kept.has(one))
  const actor = toActor(provider)
  const values = { before: { roles: member.roles }, after: { roles } }
  const owned = member.roles.filter(({ role }) => role === 'owner')
  return [
    { changeMember: { userId, name, roles, removed } },
    { addAuditEntry: createAuditEntry(core, actor, { action: 'member.changed', target: userId, ...values }) },
    ...(canGrant(changed, owned) ? [] : withdrawInvitations(member)),
  ]
}

/** The roles on applications that still exist. */
export async function listExisting(
  { applications }: Core,
  roles: readonly RoleAssignment[],
): Promise<RoleAssignment[]> {
  const found = await Promise.all(
    roles.map(async (held) =>
      held.application === everyApplication || (await applications.findFresh(held.application)) ? [held] : [],
    ),
  )
  return found.flat()
}
