import { includesRole, type Role, type RoleAssignment } from '@thumbturn/contract/vocabulary/roles.ts'
import type { Core } from '../../core.ts'
import type { DirectoryGroup, Membership } from '../../model/directory/directory.ts'
import type { MemberWithRoles } from '../../model/members/member.ts'
import { isOwner } from '../../model/members/roles.ts'
import type { Write } from '../../writes.ts'
import { recordChange } from '../audit/audit.ts'
import { requireSomeOwner, withdrawLostInvitations } from '../members/last-owner.ts'

/** The groups of a directory, and who is in those that have roles. */
type Groups = { groups: readonly DirectoryGroup[]; memberships: readonly Membership[] }

/** Of all groups of a member, the highest role on each application, ordered by application. */
export function combineRoles(groups: readonly Pick<DirectoryGroup, 'roles'>[]): RoleAssignment[] {
  const highest = new Map<string, Role>()
  for (const { application, role } of groups.flatMap(({ roles }) => roles)) {
    const held = highest.get(application)
    if (held === undefined || !includesRole(held, role)) highest.set(application, role)
  }
  const combined = [...highest].map(([application, role]) => ({ application, role }))
  return combined.sort((one, other) => (one.application < other.application ? -1 : 1))
}

/** The number of members up to which each gets an audit entry; above it, the entry of the group stands for all. */
const mostEntries = 100

/**
 * The writes that give members the roles of their groups.
 * @throws AppError last_owner: no owner who can sign in would remain
 */
export async function listRoleWrites(
  core: Core,
  { affected, ...after }: Groups & { affected: readonly string[] },
): Promise<Write[]> {
  const changes = listRoleChanges(await core.store.members.findAll(affected), after)
  if (changes.length === 0) return []
  await requireOwnerAfter(core, changes)
  const put = changes.flatMap(({ member: { userId }, roles }) =>
    roles.map(({ application: appId, role }) => ({ userId, appId, role })),
  )
  const removed = changes.flatMap(({ member, roles }) =>
    member.roles
      .filter(({ application }) => !roles.some((kept) => kept.application === application))
      .map(({ application }) => ({ userId: member.userId, appId: application })),
  )
  return [
    { removeMemberRoles: removed },
    { putMemberRoles: put },
    ...changes.flatMap(({ member, roles }) => withdrawLostInvitations(member, { ...member, roles })),
    ...(changes.length > mostEntries ? [] : changes.flatMap((change) => recordRoles(core, change))),
  ]
}

type RoleChange = { member: MemberWithRoles; roles: RoleAssignment[] }

function listRoleChanges(members: readonly MemberWithRoles[], { groups, memberships }: Groups): RoleChange[] {
  const byId = new Map(groups.map((group) => [group.id, group]))
  const byUser = Map.groupBy(memberships, ({ userId }) => userId)
  return members
    .map((member) => {
      const own = byUser.get(member.userId) ?? []
      return { member, roles: combineRoles(own.flatMap(({ groupId }) => byId.get(groupId) ?? [])) }
    })
    .filter(({ member, roles }) => !isSame(member.roles, roles))
}

const isSame = (before: readonly RoleAssignment[], after: readonly RoleAssignment[]) =>
  before.length === after.length &&
  after.every(({ application, role }) => before.some((held) => held.application === application && held.role === role))

async function requireOwnerAfter(core: Core, changes: readonly RoleChange[]) {
  if (!changes.some(({ member, roles }) => isOwner(member) && !isOwner({ roles }))) return
  const members = await core.store.members.list()
  const changed = new Map(changes.map(({ member, roles }) => [member.userId, roles]))
  const after = members.map((member) => ({ ...member, roles: changed.get(member.userId) ?? member.roles }))
  await requireSomeOwner(core, after)
}

const recordRoles = (core: Core, { member, roles }: RoleChange): Write[] =>
  recordChange(core, {
    action: 'member.changed',
    target: member.userId,
    before: { roles: member.roles },
    after: { roles },
  })
