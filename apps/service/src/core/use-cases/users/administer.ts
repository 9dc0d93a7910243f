import type { Core } from '../../core.ts'
import { AppError, badRequest } from '../../errors.ts'
import { toSearchForm } from '../../model/users/search-text.ts'
import type { User, UserPage, UserResults, UserSearch } from '../../model/users/user.ts'
import { requireUsernameKey, usernameKey } from '../../model/users/username.ts'
import type { Write } from '../../writes.ts'
import { type Backend, createBackendEvent } from '../applications/backend.ts'
import { recordChange } from '../audit/audit.ts'
import { commitEndOfAccess } from '../members/last-owner.ts'
import { createNewUser } from './create.ts'

/**
 * Creates a user without any credential.
 * @throws AppError bad_request: the username is empty, or another user's username or verified contact
 */
export async function createUser(
  core: Core,
  backend: Backend,
  { username, displayName }: { username: string; displayName?: string },
): Promise<User> {
  requireUsernameKey(username)
  const name = username.trim()
  const user = await createNewUser(core, {
    id: core.random.uuid(),
    appId: backend.application.id,
    username: name,
    usernameType: 'other',
    displayName: displayName || name,
  })
  const event = createBackendEvent(core, backend, { type: 'fido2.user.created', userId: user.id })
  const audit = recordChange(core, { action: 'user.created', application: user.appId, target: user.id })
  const conflict = await core.store.commit([{ addUser: user }, { append: event }, ...audit])
  if (conflict === undefined) return user
  throw new AppError('bad_request', 'The username is taken', { reason: 'username_taken' })
}

/**
 * Activates or deactivates a user. Writes nothing if the status doesn't change.
 * @throws AppError not_found · last_owner
 */
export async function setUserStatus(
  core: Core,
  { backend, userId }: { backend: Backend; userId: string },
  status: User['status'],
): Promise<User> {
  const { id: appId } = backend.application
  const user = await core.store.users.find(appId, userId)
  if (user?.status === status) return user
  const type = status === 'active' ? 'fido2.user.activated' : 'fido2.user.deactivated'
  const at = core.now()
  const event = createBackendEvent(core, backend, { type, userId })
  const after = { status }
  const audit = recordChange(core, { action: 'user.statusChanged', application: appId, target: userId, after })
  const writes: Write[] = [{ setUserStatus: { appId, userId, status, at } }, { append: event }, ...audit]
  const commit =
    status === 'active' ? core.store.commit : (all: Write[]) => commitEndOfAccess(core, { appId, userId }, all)
  if (user === undefined || (await commit(writes)))
    throw new AppError('not_found', 'User not found', { reason: 'user_unknown' })
  const tokenEpoch = user.tokenEpoch + (status === 'inactive' ? 1 : 0)
  return { ...user, status, updatedAt: at, tokenEpoch }
}

/**
 * A page of the users who match.
 * @throws AppError bad_request: `after` is not the `next` of a page in that order
 */
export async function searchUsers({ store }: Core, { application }: Backend, search: UserSearch): Promise<UserResults> {
  const { order, after, text = '' } = search
  if (order === 'newest' && after !== undefined && !/^\d{1,16} [\w-]{1,64}$/.test(after))
    throw badRequest('after must be the `next` of a page with the same sort')
  const start = order === 'username' && after !== undefined ? usernameKey(after) : after
  return store.users.search(application.id, { ...search, after: start, text: toSearchForm(text) })
}

/** A page of users, and whether more follow in the requested direction. */
export async function listUsers(
  { store }: Core,
  { application }: Backend,
  page: UserPage,
): Promise<{ users: User[]; hasMore: boolean }> {
  const { limit } = page
  const found = await store.users.list(application.id, { ...page, limit: limit + 1 })
  const users = 'after' in page ? found.slice(0, limit) : found.slice(-limit)
  return { users, hasMore: found.length > limit }
}
