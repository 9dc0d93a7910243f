import type { Core } from '../../core.ts'
import { AppError, badRequest, notFound } from '../../errors.ts'
import { ownApplicationId } from '../../model/applications/own-id.ts'
import {
  type DirectoryUser,
  type DirectoryUserInput,
  toDisplayName,
  toStatus,
} from '../../model/directory/directory.ts'
import type { MemberWithRoles } from '../../model/members/member.ts'
import { requireUsernameKey, requireVisibleCharacters } from '../../model/users/username.ts'
import type { Write } from '../../writes.ts'
import { type Backend, createBackendEvent } from '../applications/backend.ts'
import { compareValues, recordChange } from '../audit/audit.ts'
import { commitWithMembers, requireOtherOwner, withdrawInvitations } from '../members/last-owner.ts'
import { removeMember } from '../members/manage.ts'
import { removePendingMember } from '../members/pending-members.ts'
import { toNameKeys } from '../names/name-keys.ts'
import { resolveUser } from '../names/resolve.ts'
import { createNewUser } from '../users/create.ts'

/** The most members of a directory: its lists are read as a whole. */
const mostUsers = 20_000

const unknownUser = () => notFound('The directory has no such user')
const usernameTaken = () => new AppError('username_taken', 'Another member has this userName')

/**
 * Creates a member without roles and passkeys.
 * @throws AppError bad_request: the username · username_taken
 */
export async function createDirectoryUser(
  core: Core,
  backend: Backend,
  input: DirectoryUserInput,
): Promise<DirectoryUser> {
  requireUsernameKey(input.userName)
  if ((await core.store.directory.countUsers()) >= mostUsers)
    throw badRequest(`A directory can have at most ${mostUsers} users`)
  const [username, displayName] = [input.userName.trim(), toDisplayName(input)]
  const names = { username, usernameType: 'other', displayName } as const
  const user = await createNewUser(core, { id: core.random.uuid(), appId: ownApplicationId, ...names })
  const at = user.createdAt
  const { externalId, profile, active } = input
  const { id: userId, appId } = user
  const writes: Write[] = [
    { addUser: { ...user, status: toStatus(active) } },
    { addMember: { userId, appId, name: displayName, email: undefined, createdAt: at, roles: [] } },
    { addDirectoryUser: { userId, externalId, profile, createdAt: at, updatedAt: at } },
    { append: createBackendEvent(core, backend, { type: 'fido2.user.created', userId }) },
    ...recordChange(core, { action: 'member.provisioned', target: userId, after: describeUser(input) }),
  ]
  let conflict = await core.store.commit(writes)
  if (conflict === 'username_taken' && (await freeName(core, username))) conflict = await core.store.commit(writes)
  if (conflict) throw usernameTaken()
  return { userId, userName: username, active, externalId, profile, createdAt: at, updatedAt: at }
}

/** Whether the name is free now: a member who only waits for a role gives it up, and gets another at their next sign-in. */
async function freeName(core: Core, userName: string): Promise<boolean> {
  const found = await resolveUser(core, ownApplicationId, userName)
  return found !== undefined && removePendingMember(core, found.user.id)
}

const describeUser = (user: DirectoryUserInput) => ({
  username: user.userName,
  name: toDisplayName(user),
  active: user.active,
  externalId: user.externalId ?? null,
  emails: (user.profile.emails ?? []).map(({ value }) => value),
})

/** @throws AppError not_found */
export async function requireDirectoryUser({ store }: Core, userId: string): Promise<DirectoryUser> {
  const found = await store.directory.findUser(userId)
  if (!found) throw unknownUser()
  return found
}

/** A user and what `editUser` makes of them. */
type Change = { userId: string; editUser: (current: DirectoryUser) => DirectoryUserInput | Promise<DirectoryUserInput> }

/**
 * Changes a user; `editUser` runs again if another change came first. Deactivation ends all sessions of the member at once.
 * @throws AppError not_found · bad_request: the username · username_taken · last_owner · whatever `editUser` throws
 */
export async function changeDirectoryUser(
  core: Core,
  backend: Backend,
  { userId, editUser }: Change,
): Promise<DirectoryUser> {
  let changed: DirectoryUser | undefined
  const listWrites = async () => {
    const current = await requireDirectoryUser(core, userId)
    const member = await core.store.members.find(userId)
    if (!member) throw unknownUser()
    const next = await editUser(current)
    changed = { ...current, ...next, userName: next.userName.trim(), updatedAt: core.now() }
    if (JSON.stringify(describeAll(current)) !== JSON.stringify(describeAll(changed)))
      return listChangeWrites(core, backend, { current, next: changed, member })
    changed = current
    return []
  }
  let conflict = await commitWithMembers(core, listWrites)
  if (conflict === 'username_taken' && (await freeName(core, changed!.userName)))
    conflict = await commitWithMembers(core, listWrites)
  if (conflict === 'username_taken') throw usernameTaken()
  if (conflict || !changed) throw unknownUser()
  return changed
}

const describeAll = ({ userName, active, externalId, profile }: DirectoryUserInput) => [
  userName,
  active,
  externalId,
  profile,
]

type Decision = {
  current: DirectoryUser
  next: DirectoryUser
  member: MemberWithRoles
}

async function listChangeWrites(core: Core, backend: Backend, decided: Decision): Promise<Write[]> {
  const { current, next, member } = decided
  const { userId, externalId, profile, updatedAt } = next
  const action = 'member.changed'
  return [
    ...(await listIdentityWrites(core, decided)),
    { changeDirectoryUser: { userId, externalId, profile, updatedAt } },
    { changeMember: { userId, name: toDisplayName(next), roles: member.roles, removed: [] } },
    ...(await listStatusWrites(core, backend, decided)),
    ...recordChange(core, { action, target: userId, ...compareValues(describeUser(current), describeUser(next)) }),
  ]
}

/** PostgreSQL changes a row once in a batch, so username and status are one fact. */
async function listIdentityWrites(core: Core, { current, next }: Decision): Promise<Write[]> {
  const user = { appId: ownApplicationId, userId: next.userId }
  const status =
    current.active === next.active ? undefined : ({ value: toStatus(next.active), at: next.updatedAt } as const)
  const displayName = toDisplayName(next)
  if (current.userName === next.userName && toDisplayName(current) === displayName)
    return status ? [{ setUserStatus: { ...user, status: status.value, at: status.at } }] : []
  requireUsernameKey(next.userName)
  if (current.userName !== next.userName) requireVisibleCharacters(next.userName)
  const [before, after] = [await toNameKeys(core, current.userName), await toNameKeys(core, next.userName)]
  const [removed, added] = [new Set(Object.values(before)), new Set(Object.values(after))]
  return [
    {
      renameUser: {
        ...user,
        username: next.userName,
        usernameKey: after.usernameKey,
        displayName,
        removedNames: [...removed.difference(added)],
        addedNames: [...added.difference(removed)],
        status,
      },
    },
  ]
}

async function listStatusWrites(core: Core, backend: Backend, decided: Decision): Promise<Write[]> {
  const { current, next, member } = decided
  const { userId } = next
  if (current.active === next.active) return []
  const type = next.active ? 'fido2.user.activated' : 'fido2.user.deactivated'
  const event: Write = { append: createBackendEvent(core, backend, { type, userId }) }
  if (next.active) return [event]
  await requireOtherOwner(core, member)
  return [event, ...withdrawInvitations(member)]
}

/**
 * Deletes the user with their membership of the installation; their sessions end at once.
 * @throws AppError not_found · last_owner
 */
export async function deleteDirectoryUser(core: Core, userId: string): Promise<void> {
  await requireDirectoryUser(core, userId)
  await removeMember(core, userId)
}
