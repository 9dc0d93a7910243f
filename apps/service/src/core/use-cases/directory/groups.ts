import type { RoleAssignment } from '@thumbturn/contract/vocabulary/roles.ts'
import type { Core } from '../../core.ts'
import { AppError, badRequest, notFound } from '../../errors.ts'
import type { AuditValues } from '../../model/audit/entry.ts'
import type { DirectoryGroup, DirectoryGroupInput, Membership } from '../../model/directory/directory.ts'
import type { Write } from '../../writes.ts'
import { recordChange } from '../audit/audit.ts'
import { checkRoles } from '../members/invite.ts'
import { commitWithMembers } from '../members/last-owner.ts'
import { listRoleWrites } from './roles.ts'

const mostGroups = 2_000
/** In all groups together. Directories assign hundreds of groups to thousands of users. */
const mostMemberships = 500_000

const unknownGroup = () => notFound('The directory has no such group')

type Groups = readonly DirectoryGroup[]

/** The writes of a change, all groups as they are afterward, the changed one, and the users whose roles can change. */
type Change = { writes: Write[]; after: Groups; changed: { id: string; members: Iterable<string> }; affected: string[] }

/** Commits a change of groups together with the roles that follow from it. */
async function changeGroups(core: Core, planChange: (current: Groups) => Promise<Change>): Promise<void> {
  const conflict = await commitWithMembers(core, async () => {
    const { writes, after, changed, affected } = await planChange(await core.store.directory.listGroups())
    if (affected.length === 0) return writes
    const held = await core.store.directory.listMappedMemberships(affected)
    const others = held.filter(({ groupId }) => groupId !== changed.id)
    const memberships = [...others, ...toMemberships(changed.id, changed.members)]
    return [...writes, ...(await listRoleWrites(core, { groups: after, memberships, affected }))]
  })
  if (conflict === 'user_missing') throw badRequest('A member of the group was deleted')
  if (conflict) throw unknownGroup()
}

/**
 * Creates a group to which no role is mapped yet.
 * @throws AppError bad_request: an unknown member · conflict: another group has the name
 */
export async function createDirectoryGroup(core: Core, input: DirectoryGroupInput): Promise<DirectoryGroup> {
  const at = core.now()
  const { displayName, externalId } = input
  const group = { id: core.random.uuid(), displayName, externalId, createdAt: at, updatedAt: at }
  const memberships = toMemberships(group.id, new Set(input.members))
  await changeGroups(core, async (groups) => {
    if (groups.length >= mostGroups) throw badRequest(`A directory can have at most ${mostGroups} groups`)
    requireFreeName(groups, group)
    await requireAddable(core, input.members)
    const after = { displayName, members: memberships.length }
    return {
      writes: [
        { addDirectoryGroup: group },
        ...(memberships.length > 0 ? [{ addGroupMembers: memberships }] : []),
        ...recordChange(core, { action: 'directoryGroup.created', target: group.id, after }),
      ],
      after: groups,
      changed: { id: group.id, members: input.members },
      affected: [],
    }
  })
  return { ...group, roles: [] }
}

const toMemberships = (groupId: string, users: Iterable<string>): Membership[] =>
  [...users].map((userId) => ({ groupId, userId }))

function requireFreeName(groups: readonly DirectoryGroup[], { id, displayName }: { id: string; displayName: string }) {
  const key = displayName.normalize('NFKC').toLowerCase()
  const isTaken = groups.some((one) => one.id !== id && one.displayName.normalize('NFKC').toLowerCase() === key)
  if (isTaken) throw new AppError('conflict', 'Another group has this displayName', { reason: 'name_taken' })
}

/** @throws AppError bad_request: one of them is no user, or there would be too many members of groups */
async function requireAddable({ store: { directory } }: Core, ids: Iterable<string>) {
  const added = new Set(ids)
  if (added.size === 0) return
  const [unknown] = added.difference(new Set(await directory.listKnownIds([...added])))
  if (unknown !== undefined) throw badRequest(`The group member ${unknown} does not exist`)
  if ((await directory.countMemberships()) + added.size > mostMemberships)
    throw badRequest(`The groups of a directory can have at most ${mostMemberships} members together`)
}

export type GroupWithMembers = { group: DirectoryGroup; members: readonly string[] }

/** @throws AppError not_found */
export async function requireDirectoryGroup({ store }: Core, id: string): Promise<GroupWithMembers> {
  const group = await store.directory.findGroup(id)
  if (!group) throw unknownGroup()
  return { group, members: await store.directory.listGroupMembers(id) }
}

/** A group and what `editGroup` makes of it. */
type GroupChange = {
  id: string
  editGroup: (current: GroupWithMembers) => DirectoryGroupInput | Promise<DirectoryGroupInput>
}

/**
 * Changes a group; `editGroup` runs again if another change came first. The roles of its members count for their next call.
 * @throws AppError not_found · bad_request: an unknown member · conflict: the name · last_owner · whatever `editGroup` throws
 */
export async function changeDirectoryGroup(core: Core, { id, editGroup }: GroupChange): Promise<GroupWithMembers> {
  let changed: GroupWithMembers | undefined
  await changeGroups(core, async (groups) => {
    const found = await requireDirectoryGroup(core, id)
    const { members, displayName, externalId } = await editGroup(found)
    const group = { ...found.group, displayName, externalId }
    requireFreeName(groups, group)
    const [before, after] = [new Set(found.members), new Set(members)]
    const [added, removed] = [after.difference(before), before.difference(after)]
    await requireAddable(core, added)
    const isSame = displayName === found.group.displayName && externalId === found.group.externalId
    const isChanged = !isSame || added.size + removed.size > 0
    changed = isChanged ? { group: { ...group, updatedAt: core.now() }, members: [...after] } : found
    const outcome = { after: groups, changed: { id, members: after } }
    if (!isChanged) return { ...outcome, writes: [], affected: [] }
    return {
      ...outcome,
      writes: [
        { changeDirectoryGroup: changed.group },
        ...(added.size > 0 ? [{ addGroupMembers: toMemberships(id, added) }] : []),
        ...(removed.size > 0 ? [{ removeGroupMembers: toMemberships(id, removed) }] : []),
        ...recordGroup(core, { id, before: found.group, after: group, added, removed }),
      ],
      affected: [...added, ...removed],
    }
  })
  if (!changed) throw unknownGroup()
  return changed
}

type RecordedChange = {
  id: string
  before: DirectoryGroup
  after: DirectoryGroup
  added: ReadonlySet<string>
  removed: ReadonlySet<string>
}

function recordGroup(core: Core, { id, before, after, added, removed }: RecordedChange): Write[] {
  const describe = ({ displayName, externalId }: DirectoryGroup): AuditValues => ({
    displayName,
    externalId: externalId ?? null,
  })
  const changes = { ...(added.size > 0 && { added: [...added] }), ...(removed.size > 0 && { removed: [...removed] }) }
  return recordChange(core, {
    action: 'directoryGroup.changed',
    target: id,
    before: describe(before),
    after: { ...describe(after), ...changes },
  })
}

/**
 * Deletes a group; its members lose the roles that they have from it.
 * @throws AppError not_found · last_owner · whatever `check` throws
 */
export async function deleteDirectoryGroup(
  core: Core,
  id: string,
  check: (current: GroupWithMembers) => void | Promise<void> = () => {},
): Promise<void> {
  await changeGroups(core, async (groups) => {
    const found = await requireDirectoryGroup(core, id)
    await check(found)
    const { displayName, roles } = found.group
    return {
      writes: [
        { deleteDirectoryGroup: { id } },
        ...recordChange(core, { action: 'directoryGroup.deleted', target: id, before: { displayName, roles } }),
      ],
      after: groups,
      changed: { id, members: [] },
      affected: [...found.members],
    }
  })
}

/**
 * Maps roles to a group, instead of those that it had. They count for the next call of its members, on every node.
 * @throws AppError not_found · bad_request: a role on an unknown application, or two on one · last_owner
 */
export async function mapDirectoryGroup(
  core: Core,
  id: string,
  roles: readonly RoleAssignment[],
): Promise<GroupWithMembers> {
  if (roles.length > 0) await checkRoles(core, roles)
  let mapped: GroupWithMembers | undefined
  await changeGroups(core, async (groups) => {
    const { group, members } = await requireDirectoryGroup(core, id)
    mapped = { group: { ...group, roles }, members }
    const removed = group.roles
      .map(({ application }) => application)
      .filter((one) => !roles.some(({ application }) => application === one))
    const { displayName } = group
    return {
      writes: [
        { mapDirectoryGroup: { groupId: id, roles, removed } },
        ...recordChange(core, {
          action: 'directoryGroup.mapped',
          target: id,
          before: { displayName, roles: group.roles },
          after: { displayName, roles, members: members.length },
        }),
      ],
      after: groups.map((one) => (one.id === id ? { ...one, roles } : one)),
      changed: { id, members },
      affected: [...members],
    }
  })
  if (!mapped) throw unknownGroup()
  return mapped
}
