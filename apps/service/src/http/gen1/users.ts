import type { userRoutes } from '@thumbturn/contract/gen1/users.ts'
import type { Core } from '../../core/core.ts'
import { AppError } from '../../core/errors.ts'
import { userNotFound } from '../../core/flows/credentials/target-user.ts'
import { dispatchEmailVerification } from '../../core/flows/profile/dispatch.ts'
import type { Contact } from '../../core/model/contacts/contact.ts'
import type { User } from '../../core/model/users/user.ts'
import { usernameKey } from '../../core/model/users/username.ts'
import { createUser, listUsers, setUserStatus } from '../../core/use-cases/users/administer.ts'
import { deleteUser } from '../../core/use-cases/users/manage.ts'
import type { HandlersOf, ServiceCall } from '../call.ts'
import { timestamp } from '../timestamp.ts'
import { resolveOwner, type UserFields } from './owner.ts'

const readProfile = async ({ store }: Core, user: User) =>
  formatProfile(user, await store.contacts.listByUser(user.appId, user.id))

function formatProfile(user: User, contacts: readonly Contact[]) {
  const { id, appId, username, status, createdAt, updatedAt = createdAt } = user
  return {
    id,
    client_id: appId,
    username,
    status,
    type: 'user' as const,
    namespace_id: appId,
    created_at: timestamp(createdAt),
    updated_at: timestamp(updatedAt),
    expires_at: null,
    contacts: contacts.map(({ kind, address, verifiedAt }) => ({
      type: kind === 'email' ? ('email' as const) : ('phone_number' as const),
      contact: address,
      is_verified: verifiedAt !== undefined,
    })),
  }
}

async function remove(call: ServiceCall, named: UserFields) {
  const { backend, user } = await resolveOwner(call, named)
  await deleteUser(call.core, { backend, userId: user.id }).catch((error: unknown) => {
    throw error instanceof AppError ? userNotFound() : error
  })
  return undefined
}

async function change(call: ServiceCall, named: { user_id: string }, status: User['status']) {
  const { backend, user } = await resolveOwner(call, named)
  return readProfile(call.core, await setUserStatus(call.core, { backend, userId: user.id }, status))
}

async function dispatch(call: ServiceCall, named: { user_id: string }) {
  await dispatchEmailVerification(call.core, await resolveOwner(call, named))
  return undefined
}

/** Only a bound before which to list turns the direction around. */
function readCursor({ before_username, after_username }: { before_username?: string; after_username?: string }) {
  const before = before_username === undefined ? undefined : usernameKey(before_username)
  if (before !== undefined && after_username === undefined) return { before }
  return { after: usernameKey(after_username ?? ''), before }
}

export const users = {
  async gen1UserCreate({ body: { username, display_name: displayName } }, { core, caller }) {
    // A new user has no contacts: a read after the commit could fail, and the backend would not know that the user exists.
    return formatProfile(await createUser(core, caller, { username, displayName }), [])
  },
  async gen1UserList({ query, body }, { core, caller: token }) {
    const { created_by_client_id: creator, limit = 20, status, ...bounds } = { ...query, ...body }
    // Every user of a client was made by it.
    if (creator !== undefined && creator !== token.application.id) return { users: [], has_more: false }
    const page = await listUsers(core, token, { ...readCursor(bounds), status, limit: Number(limit) })
    return { users: await Promise.all(page.users.map((user) => readProfile(core, user))), has_more: page.hasMore }
  },
  async gen1UserRetrieve({ body }, call) {
    return readProfile(call.core, (await resolveOwner(call, body)).user)
  },
  gen1UserDeleteNamed: ({ body }, call) => remove(call, body),
  gen1UserDelete: ({ params }, call) => remove(call, params),
  gen1UserActivate: ({ params }, call) => change(call, params, 'active'),
  gen1UserDeactivate: ({ params }, call) => change(call, params, 'inactive'),
  gen1EmailVerificationDispatch: ({ params }, call) => dispatch(call, params),
  gen1EmailVerificationDispatchPut: ({ params }, call) => dispatch(call, params),
} satisfies HandlersOf<typeof userRoutes>
