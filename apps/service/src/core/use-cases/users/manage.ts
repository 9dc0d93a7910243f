import type { Core } from '../../core.ts'
import { notFound } from '../../errors.ts'
import type { SeenDevice } from '../../model/devices/device.ts'
import type { Passkey } from '../../model/passkeys/passkey.ts'
import type { User } from '../../model/users/user.ts'
import { type Backend, createBackendEvent } from '../applications/backend.ts'
import { recordChange } from '../audit/audit.ts'
import { queueLogoutsOfUser } from '../logout-notices/queue.ts'
import { commitEndOfAccess } from '../members/last-owner.ts'
import { listRemovedAccounts } from '../members/links.ts'
import { resolveUser } from '../names/resolve.ts'

/**
 * A user with everything that belongs to them: passkeys and contacts oldest first, the last used device first.
 * `usernames`: the username and all verified addresses.
 */
export type FoundUser = { user: User; usernames: string[]; passkeys: Passkey[]; devices: SeenDevice[] }

type ManagedUser = { backend: Backend; userId: string }

const unknownUser = () => notFound('This application has no such user')

/**
 * The user that a name identifies, with everything that belongs to them.
 * @throws AppError bad_request: the name is empty · not_found
 */
export async function findUserByName(core: Core, { application }: Backend, username: string): Promise<FoundUser> {
  const { id: appId } = application
  const { store } = core
  const found = await resolveUser(core, appId, username)
  if (!found) throw unknownUser()
  const { id: userId } = found.user
  const [devices, contacts] = await Promise.all([
    store.devices.listByUser(appId, userId),
    store.contacts.listByUser(appId, userId),
  ])
  const verified = contacts.filter(({ verifiedAt }) => verifiedAt !== undefined)
  const usernames = new Set([found.user.username, ...verified.map(({ address }) => address)])
  return { ...found, usernames: [...usernames], devices }
}

/**
 * The same, by ID.
 * @throws AppError not_found: no such user, or another application's
 */
export async function findUserById(core: Core, backend: Backend, id: string): Promise<FoundUser> {
  const user = await core.store.users.find(backend.application.id, id)
  if (!user) throw unknownUser()
  return findUserByName(core, backend, user.username)
}

/**
 * Deletes a user with all passkeys and devices; their tokens and flows are rejected at once.
 * @throws AppError not_found: no such user, or another application's · last_owner
 */
export async function deleteUser(core: Core, { backend, userId }: ManagedUser): Promise<void> {
  const event = createBackendEvent(core, backend, { type: 'fido2.user.deleted', userId })
  const user = { appId: backend.application.id, userId }
  const audit = recordChange(core, { action: 'user.deleted', application: user.appId, target: userId })
  const removed = await listRemovedAccounts(core, user)
  const writes = [...removed, { deleteUser: user }, { append: event }, ...audit]
  if (await commitEndOfAccess(core, user, writes)) throw unknownUser()
}

/**
 * Revokes every token, session, and code issued to a user so far; their credentials stay.
 * @throws AppError not_found: no such user, or another application's
 */
export async function signOutUser(core: Core, { backend, userId }: ManagedUser): Promise<void> {
  const user = { appId: backend.application.id, userId }
  const event = createBackendEvent(core, backend, { type: 'fido2.user.signed_out', userId })
  const audit = recordChange(core, { action: 'user.signedOut', application: user.appId, target: userId })
  const notices = await queueLogoutsOfUser(core, user)
  if (await core.store.commit([...notices, { signOutUser: user }, { append: event }, ...audit])) throw unknownUser()
}

/**
 * Deletes every passkey of a user and revokes everything issued to them so far; does nothing if there is no passkey.
 * @throws AppError not_found: no such user, or another application's · last_owner
 */
export async function deleteAllPasskeys(core: Core, { backend, userId }: ManagedUser): Promise<void> {
  const user = { appId: backend.application.id, userId }
  const remove = () => {
    const event = createBackendEvent(core, backend, { type: 'fido2.passkey.deleted', userId, detail: { all: true } })
    return commitEndOfAccess(core, user, [{ signOutUser: user }, { deletePasskeys: user }, { append: event }])
  }
  let conflict = await remove()
  if (conflict) await requireUser(core, { backend, userId })
  // A passkey registered while the statement ran can escape it. What allowed it is revoked by now, so this loop ends.
  while (!conflict) conflict = await remove()
}

/**
 * Deletes every device of a user, who stays signed in; does nothing if there is none.
 * @throws AppError not_found: no such user, or another application's
 */
export async function deleteAllDevices(core: Core, { backend, userId }: ManagedUser): Promise<void> {
  const event = createBackendEvent(core, backend, { type: 'fido2.device.deleted', userId, detail: { all: true } })
  const user = { appId: backend.application.id, userId }
  if (await core.store.commit([{ forgetDevices: user }, { append: event }]))
    await requireUser(core, { backend, userId })
}

async function requireUser({ store }: Core, { backend, userId }: ManagedUser) {
  if (!(await store.users.find(backend.application.id, userId))) throw unknownUser()
}
