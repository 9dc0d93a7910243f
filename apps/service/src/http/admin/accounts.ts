import type { accountRoutes } from '@thumbturn/contract/admin/accounts.ts'
import type { Core } from '../../core/core.ts'
import { AppError } from '../../core/errors.ts'
import type { Passkey } from '../../core/model/passkeys/passkey.ts'
import type { User } from '../../core/model/users/user.ts'
import { usernameKey } from '../../core/model/users/username.ts'
import type { Backend } from '../../core/use-cases/applications/backend.ts'
import { formatDeviceName } from '../../core/use-cases/devices/identify.ts'
import { listUsers, searchUsers, setUserStatus } from '../../core/use-cases/users/administer.ts'
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

/** The admin key acts for the backend of the application. */
const backendFor = async (core: Core, id: string, { by }: AdminCaller): Promise<Backend> => ({
  application: await administered(core, id),
  keyId: by,
})

export const accounts = {
  async usersList({ params, query: { username, prefix, after = '', limit = '20' } }, { core, caller }) {
    const backend = await backendFor(core, params.id, caller)
    if (username !== undefined) return { users: await findNamed(core, backend, username) }
    const page = { status: undefined, after: usernameKey(after), limit: Number(limit) }
    const { users, hasMore } =
      prefix === undefined
        ? await listUsers(core, backend, page)
        : await searchUsers(core, backend, { ...page, text: prefix })
    return { users: users.map(toResponse), next: hasMore ? users.at(-1)?.usernameKey : undefined }
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
} satisfies HandlersOf<typeof accountRoutes>

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
  return found ? [toResponse(found.user)] : []
}
