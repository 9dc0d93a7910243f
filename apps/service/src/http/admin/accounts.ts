import type { accountRoutes } from '@thumbturn/contract/admin/accounts.ts'
import type { Input } from '@thumbturn/contract/route.ts'
import type { Core } from '../../core/core.ts'
import { AppError } from '../../core/errors.ts'
import type { Passkey } from '../../core/model/passkeys/passkey.ts'
import { type ListedUser, passkeyRanges, type User, type UserSearch } from '../../core/model/users/user.ts'
import type { Backend } from '../../core/use-cases/applications/backend.ts'
import { formatDeviceName } from '../../core/use-cases/devices/identify.ts'
import { exportUserData } from '../../core/use-cases/exports/user-data.ts'
import { createUser, searchUsers, setUserStatus } from '../../core/use-cases/users/administer.ts'
import { inviteUser } from '../../core/use-cases/users/invite.ts'
import { deleteUser, type FoundUser, findUserById, findUserByName } from '../../core/use-cases/users/manage.ts'
import type { HandlersOf } from '../call.ts'
import type { AdminCaller } from '../callers.ts'
import { describeExtensionResults } from '../passkey-extensions.ts'
import { timestamp } from '../timestamp.ts'
import { administered } from './administered.ts'
import { findModelMetadata } from './model-metadata.ts'

const toResponse = ({ id, username, displayName, status, createdAt }: User) => ({
  id,
  username,
  displayName,
  status,
  createdAt: timestamp(createdAt),
})

const toListed = ({ passkeys, lastSignInAt, ...user }: ListedUser) => ({
  ...toResponse(user),
  passkeys,
  lastSignInAt: lastSignInAt === undefined ? undefined : timestamp(lastSignInAt),
})

type ListQuery = Omit<Input<typeof accountRoutes.usersList>['query'], 'username'>

function toSearch({
  search,
  sort = 'username',
  limit = '20',
  passkeys,
  after,
  status,
  ...times
}: ListQuery): UserSearch {
  const read = (time: string | undefined) => (time === undefined ? undefined : Date.parse(time))
  return {
    text: search,
    order: sort,
    status,
    after,
    limit: Number(limit),
    passkeys: passkeys && passkeyRanges[passkeys],
    signedInSince: read(times.signedInSince),
    notSignedInSince: read(times.notSignedInSince),
    createdSince: read(times.createdSince),
    createdBefore: read(times.createdBefore),
  }
}

/** The admin key acts for the backend of the application. */
const backendFor = async (core: Core, id: string, { by }: AdminCaller): Promise<Backend> => ({
  application: await administered(core, id),
  keyId: by,
})

/** Users and what operators do with them. `command`: how an operator calls the command line. */
export const accountHandlers = (command: string) =>
  ({
    async usersList({ params, query: { username, ...query } }, { core, caller }) {
      const backend = await backendFor(core, params.id, caller)
      if (username !== undefined) return { users: await findNamed(core, backend, username) }
      const { users, ...page } = await searchUsers(core, backend, toSearch(query))
      return { users: users.map(toListed), ...page }
    },
    async userCreate({ params, body }, { core, caller }) {
      return toResponse(await createUser(core, await backendFor(core, params.id, caller), body))
    },
    async userInvite({ params: { id, userId }, body: { page, hours = 72 } }, { core, caller }) {
      const request = { userId, page, hours, command }
      const { link, expiresAt } = await inviteUser(core, await backendFor(core, id, caller), request)
      return { link, expiresAt: timestamp(expiresAt) }
    },
    async userDataExport({ params: { id, userId } }, { core }) {
      return exportUserData(core, await administered(core, id), userId)
    },
    async userShow({ params }, { core, caller }) {
      const found = await findUserById(core, await backendFor(core, params.id, caller), params.userId)
      const passkeys = found.passkeys.map((passkey) => describePasskey(core, found, passkey))
      return { ...toResponse(found.user), usernames: found.usernames, passkeys }
    },
    async userChange({ params: { id, userId }, body: { status } }, { core, caller }) {
      return toResponse(await setUserStatus(core, { backend: await backendFor(core, id, caller), userId }, status))
    },
    async userDelete({ params: { id, userId } }, { core, caller }) {
      await deleteUser(core, { backend: await backendFor(core, id, caller), userId })
      return undefined
    },
  }) satisfies HandlersOf<typeof accountRoutes>

function toListedUser({ user, passkeys, devices }: FoundUser): ListedUser {
  const seen = [...passkeys.map(({ lastUsedAt }) => lastUsedAt), ...devices.map(({ lastSeenAt }) => lastSeenAt)]
  const times = seen.filter((time) => time !== undefined)
  return { ...user, passkeys: passkeys.length, ...(times.length > 0 && { lastSignInAt: Math.max(...times) }) }
}

function describePasskey(core: Core, { devices }: FoundUser, passkey: Passkey) {
  const { id, name, aaguid, backedUp, createdAt, lastUsedAt } = passkey
  const device = devices.find((seen) => seen.id === passkey.lastUsedFromDeviceId)
  const { name: authenticator, iconLight, iconDark } = core.providers.find(aaguid) ?? {}
  return {
    id,
    name,
    createdAt: timestamp(createdAt),
    lastUsedAt: lastUsedAt === undefined ? undefined : timestamp(lastUsedAt),
    lastUsedFrom: device && formatDeviceName(device.description),
    synced: backedUp,
    extensions: describeExtensionResults(passkey),
    aaguid,
    authenticator,
    iconLight,
    iconDark,
    attestationFormat: passkey.attestationFormat,
    metadata: findModelMetadata(core, aaguid),
  }
}

async function findNamed(core: Core, backend: Backend, username: string) {
  const found = await findUserByName(core, backend, username).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === 'not_found')) throw error
  })
  return found ? [toListed(toListedUser(found))] : []
}
