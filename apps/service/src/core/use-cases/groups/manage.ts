import { mostGroups } from '@thumbturn/contract/vocabulary/profiles.ts'
import type { Core } from '../../core.ts'
import { AppError, badRequest, notFound } from '../../errors.ts'
import type { AuditValues } from '../../model/audit/entry.ts'
import { findGroupNameProblem, type Group, toGroupKey } from '../../model/groups/group.ts'
import { type CustomClaims, findClaimsProblem } from '../../model/users/custom-claims.ts'
import { type Backend, createBackendEvent } from '../applications/backend.ts'
import { compareValues, recordChange } from '../audit/audit.ts'

/** The choices about a group. An empty description is none. */
export type GroupInput = { name: string; description?: string | undefined; claims?: CustomClaims | undefined }

/** The changed fields of a group, of that version or of any one. */
export type GroupPatch = Partial<GroupInput> & { version?: number | undefined }

export const unknownGroup = () => notFound('This application has no such group')

const nameTaken = () => new AppError('conflict', 'Another group has the name', { reason: 'name_taken' })

/** @throws AppError not_found: no such group, or another application's */
export async function findGroup({ store }: Pick<Core, 'store'>, { application }: Backend, id: string): Promise<Group> {
  const group = await store.groups.find({ appId: application.id, id })
  if (!group) throw unknownGroup()
  return group
}

/** A page of groups in the order of their names, and where the next one begins, if there is one. */
export async function listGroups(
  { store }: Pick<Core, 'store'>,
  { application }: Backend,
  { after = '', limit }: { after?: string | undefined; limit: number },
): Promise<{ groups: Group[]; next: string | undefined }> {
  const found = await store.groups.list({ appId: application.id, after: toGroupKey(after), limit: limit + 1 })
  const groups = found.slice(0, limit)
  return { groups, next: found.length > limit ? groups.at(-1)?.nameKey : undefined }
}

/**
 * Creates a group without members.
 * @throws AppError bad_request: a field is invalid, or there are too many groups · conflict: another group has the name
 */
export async function createGroup(core: Core, backend: Backend, input: GroupInput): Promise<Group> {
  const { id: appId } = backend.application
  const fields = checkInput(input)
  if ((await core.store.groups.count(appId)) >= mostGroups)
    throw badRequest(`An application can have at most ${mostGroups} groups`)
  const at = core.now()
  const group: Group = { appId, id: core.random.uuid(), ...fields, version: 1, createdAt: at, updatedAt: at }
  const { id: groupId, name } = group
  const event = createBackendEvent(core, backend, { type: 'fido2.group.created', detail: { groupId, name } })
  const audit = recordChange(core, {
    action: 'group.created',
    application: appId,
    target: groupId,
    after: describe(group),
  })
  if (await core.store.commit([{ addUserGroup: group }, { append: event }, ...audit])) throw nameTaken()
  return group
}

/** @throws AppError bad_request */
function checkInput({ name, description, claims = {} }: GroupInput) {
  const problem = findGroupNameProblem(name) ?? findClaimsProblem(claims)
  if (problem !== undefined) throw badRequest(problem)
  return { name, nameKey: toGroupKey(name), ...(description && { description }), claims }
}

const describe = ({ name, description, claims }: Group): AuditValues => ({
  name,
  description: description ?? null,
  claims,
})

const mostAttempts = 5

/**
 * Changes a group. Writes nothing if nothing changes.
 * @throws AppError bad_request: a field is invalid · not_found · conflict: it has another version, or the name is taken
 */
export async function changeGroup(
  core: Core,
  backend: Backend,
  { id, version, ...patch }: GroupPatch & { id: string },
): Promise<Group> {
  for (let attempt = 1; attempt <= mostAttempts; attempt++) {
    const { description, ...group } = await findGroup(core, backend, id)
    if (version !== undefined && version !== group.version) throw outdated()
    const input = {
      name: patch.name ?? group.name,
      description: patch.description ?? description,
      claims: patch.claims ?? group.claims,
    }
    const before = { ...group, ...(description !== undefined && { description }) }
    const after = { ...group, ...checkInput(input), updatedAt: core.now() }
    const outcome = await commitChange(core, backend, { before, after })
    if (outcome === 'user_group_exists') throw nameTaken()
    if (outcome !== 'user_group_changed') return outcome
  }
  throw outdated()
}

const outdated = () => new AppError('conflict', 'The group was changed since it was read: read it again')

/** The group as it is then, or the conflict. */
async function commitChange(core: Core, backend: Backend, { before, after }: { before: Group; after: Group }) {
  const { appId, id: groupId } = after
  const values = compareValues(describe(before), describe(after))
  const fields = Object.keys(values.after).join(' ')
  if (fields === '') return before
  const event = createBackendEvent(core, backend, { type: 'fido2.group.changed', detail: { groupId, fields } })
  const audit = recordChange(core, { action: 'group.changed', application: appId, target: groupId, ...values })
  const conflict = await core.store.commit([{ changeUserGroup: after }, { append: event }, ...audit])
  if (conflict === undefined) return { ...after, version: after.version + 1 }
  return conflict === 'user_group_exists' ? conflict : 'user_group_changed'
}

/**
 * Deletes a group; its members remain.
 * @throws AppError not_found
 */
export async function deleteGroup(core: Core, backend: Backend, id: string): Promise<void> {
  const group = await findGroup(core, backend, id)
  const { appId, name } = group
  const event = createBackendEvent(core, backend, { type: 'fido2.group.deleted', detail: { groupId: id, name } })
  const before = describe(group)
  const audit = recordChange(core, { action: 'group.deleted', application: appId, target: id, before })
  if (await core.store.commit([{ deleteUserGroup: { appId, id } }, { append: event }, ...audit])) throw unknownGroup()
}
