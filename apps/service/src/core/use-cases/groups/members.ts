import { mostGroupsOfUser } from '@thumbturn/contract/vocabulary/profiles.ts'
import type { Core } from '../../core.ts'
import { badRequest, notFound } from '../../errors.ts'
import { type Group, type GroupMember, type HeldGroup, toGroupKey } from '../../model/groups/group.ts'
import type { Write } from '../../writes.ts'
import { type Backend, createBackendEvent } from '../applications/backend.ts'
import { recordChange } from '../audit/audit.ts'
import { findGroup, unknownGroup } from './manage.ts'

type ManagedUser = { backend: Backend; userId: string }

/** A page of members in the order of their IDs, and where the next one begins, if there is one. */
export type MemberPage = { members: GroupMember[]; next: string | undefined }

/** @throws AppError not_found: the group */
export async function listMembers(
  core: Pick<Core, 'store'>,
  backend: Backend,
  { id, after = '', limit }: { id: string; after?: string | undefined; limit: number },
): Promise<MemberPage> {
  const { appId } = await findGroup(core, backend, id)
  const found = await core.store.groups.listMembers({ appId, id, after, limit: limit + 1 })
  const members = found.slice(0, limit)
  return { members, next: found.length > limit ? members.at(-1)?.userId : undefined }
}

/**
 * Adds users to a group: all of them or none. Users who are members already stay members.
 * @throws AppError bad_request: a user is in too many groups · not_found: the group or a user
 */
export async function addMembers(
  core: Core,
  backend: Backend,
  { id, userIds }: { id: string; userIds: readonly string[] },
): Promise<void> {
  const group = await findGroup(core, backend, id)
  const { appId } = group
  const given = [...new Set(userIds)]
  const held = await Promise.all(given.map((userId) => core.store.groups.listByUser({ appId, userId })))
  const added = given.filter((_, at) => !held[at]!.some((one) => one.id === id))
  const full = given.find((userId, at) => added.includes(userId) && held[at]!.length >= mostGroupsOfUser)
  if (full !== undefined) throw badRequest(`The user ${full} is in ${mostGroupsOfUser} groups, which is the most`)
  if (added.length === 0) return
  const audit = recordChange(core, {
    action: 'group.membersChanged',
    application: appId,
    target: id,
    after: { name: group.name, added },
  })
  const writes = added.flatMap((userId) => listAddition(core, { backend, userId }, group))
  if (await core.store.commit([...writes, ...audit])) throw await explainMissing(core, backend, added)
}

function listAddition(core: Core, { backend, userId }: ManagedUser, { id: groupId }: Pick<Group, 'id'>): Write[] {
  const membership = { appId: backend.application.id, groupId, userId }
  const event = createBackendEvent(core, backend, { type: 'fido2.group.member_added', userId, detail: { groupId } })
  return [{ addUserGroupMember: membership }, { append: event }]
}

function listRemoval(core: Core, { backend, userId }: ManagedUser, { id: groupId }: Pick<Group, 'id'>): Write[] {
  const membership = { appId: backend.application.id, groupId, userId }
  const event = createBackendEvent(core, backend, { type: 'fido2.group.member_removed', userId, detail: { groupId } })
  return [{ removeUserGroupMember: membership }, { append: event }]
}

/** The error for the first user who doesn't exist, or else for the group. */
async function explainMissing({ store }: Core, { application }: Backend, userIds: readonly string[]) {
  const users = await Promise.all(userIds.map((id) => store.users.find(application.id, id)))
  const missing = userIds.find((_, at) => users[at] === undefined)
  return missing === undefined ? unknownGroup() : notFound(`This application has no user ${missing}`)
}

/**
 * Removes a user from a group. Does nothing if the user is no member.
 * @throws AppError not_found: the group
 */
export async function removeMember(core: Core, { backend, userId }: ManagedUser, id: string): Promise<void> {
  const group = await findGroup(core, backend, id)
  const audit = recordChange(core, {
    action: 'group.membersChanged',
    application: group.appId,
    target: id,
    after: { name: group.name, removed: [userId] },
  })
  await core.store.commit([...listRemoval(core, { backend, userId }, group), ...audit])
}

/**
 * The groups of a user, in the order of their names.
 * @throws AppError not_found: the user
 */
export async function listGroupsOfUser({ store }: Core, { backend, userId }: ManagedUser): Promise<HeldGroup[]> {
  const { id: appId } = backend.application
  const [user, groups] = await Promise.all([
    store.users.find(appId, userId),
    store.groups.listByUser({ appId, userId }),
  ])
  if (!user) throw notFound('This application has no such user')
  return groups
}

const mostAttempts = 5

/**
 * Puts a user into the groups with these names, and takes them out of all others.
 * @throws AppError bad_request: a group doesn't exist · not_found: the user
 */
export async function setGroupsOfUser(
  core: Core,
  user: ManagedUser,
  names: readonly string[],
): Promise<Pick<Group, 'id' | 'name'>[]> {
  for (let attempt = 1; attempt <= mostAttempts; attempt++) {
    // In order, so that an unknown user is always the error.
    const before = await listGroupsOfUser(core, user)
    const after = await findGroups(core, user.backend, names)
    const added = after.filter(({ id }) => !before.some((one) => one.id === id))
    const removed = before.filter(({ id }) => !after.some((one) => one.id === id))
    const writes = [
      ...added.flatMap((group) => listAddition(core, user, group)),
      ...removed.flatMap((group) => listRemoval(core, user, group)),
    ]
    if (writes.length === 0) return after
    const audit = recordChange(core, {
      action: 'user.groupsChanged',
      application: user.backend.application.id,
      target: user.userId,
      before: { groups: before.map(({ name }) => name) },
      after: { groups: after.map(({ name }) => name) },
    })
    if (!(await core.store.commit([...writes, ...audit]))) return after
  }
  throw badRequest('The groups of the user are being changed: try again')
}

/**
 * The groups with these names, in the order of their unique names.
 * @throws AppError bad_request: lists the names of groups that don't exist
 */
export async function findGroups({ store }: Pick<Core, 'store'>, { application }: Backend, names: readonly string[]) {
  const byKey = new Map(names.map((name) => [toGroupKey(name), name]))
  const keys = [...byKey.keys()].sort()
  const found = await Promise.all(keys.map((nameKey) => store.groups.findByName({ appId: application.id, nameKey })))
  const missing = keys.filter((_, at) => found[at] === undefined).map((key) => byKey.get(key))
  if (missing.length > 0) throw badRequest(`There is no group ${missing.join(', ')}`)
  return found.filter((group) => group !== undefined)
}
