import type { accountRoutes } from '@thumbturn/contract/current/accounts.ts'
import type { Core } from '../../core/core.ts'
import type { SeenDevice } from '../../core/model/devices/device.ts'
import type { Passkey } from '../../core/model/passkeys/passkey.ts'
import { formatDeviceName } from '../../core/use-cases/devices/identify.ts'
import { deleteDevice, findDevice } from '../../core/use-cases/devices/manage.ts'
import { deleteAnyPasskey, findPasskey, renameAnyPasskey } from '../../core/use-cases/passkeys/manage.ts'
import {
  deleteAllDevices,
  deleteAllPasskeys,
  deleteUser,
  findUserByName,
  signOutUser,
} from '../../core/use-cases/users/manage.ts'
import type { HandlersOf } from '../call.ts'
import { timestamp } from '../timestamp.ts'

function passkeyInfo({ providers }: Core, passkey: Passkey) {
  const { id, aaguid, name, createdAt, createdFromDeviceId, lastUsedAt, lastUsedFromDeviceId } = passkey
  return {
    id,
    aaguid,
    name,
    createdAt: timestamp(createdAt),
    createdFromDeviceId,
    lastUsedAt: lastUsedAt === undefined ? undefined : timestamp(lastUsedAt),
    lastUsedFromDeviceId,
    providerName: providers.find(aaguid)?.name,
  }
}

const toDeviceResponse = ({ id, description, firstSeenAt, lastSeenAt }: Omit<SeenDevice, 'userId'>) => ({
  deviceId: id,
  name: formatDeviceName(description),
  createdAt: timestamp(firstSeenAt),
  lastUsedAt: timestamp(lastSeenAt),
})

/** The view of a customer's backend on its users, their passkeys and their devices, and its operations on them. */
export const accounts = {
  async userFind({ query }, { core, caller }) {
    const { user, usernames, passkeys, devices } = await findUserByName(core, caller, query.username)
    return {
      user: { userId: user.id, usernames },
      devices: devices.map(toDeviceResponse),
      passkeys: passkeys.map((passkey) => ({ ...passkeyInfo(core, passkey), passkeyId: passkey.id })),
    }
  },
  async userDelete({ params }, { core, caller }) {
    await deleteUser(core, { backend: caller, ...params })
    return undefined
  },
  async userDevicesDelete({ params }, { core, caller }) {
    await deleteAllDevices(core, { backend: caller, ...params })
    return undefined
  },
  async userSignOut({ params }, { core, caller }) {
    await signOutUser(core, { backend: caller, ...params })
    return undefined
  },
  async userPasskeysDelete({ params }, { core, caller }) {
    await deleteAllPasskeys(core, { backend: caller, ...params })
    return undefined
  },
  async deviceShow({ params }, { core, caller }) {
    const device = await findDevice(core, { backend: caller, ...params })
    const { id, description, thumbprints, userIds, passkeyIds } = device
    const deviceInfo = { ...description, deviceId: id }
    return { ...toDeviceResponse(device), deviceInfo, trustKeys: [...thumbprints], userIds, passkeyIds }
  },
  async deviceDelete({ params }, { core, caller }) {
    await deleteDevice(core, { backend: caller, ...params })
    return undefined
  },
  async anyPasskeyShow({ params }, { core, caller }) {
    return passkeyInfo(core, await findPasskey(core, { backend: caller, ...params }))
  },
  async anyPasskeyRename({ params, body }, { core, caller }) {
    await renameAnyPasskey(core, { backend: caller, ...params }, body.passkeyName)
    return undefined
  },
  async anyPasskeyDelete({ params }, { core, caller }) {
    await deleteAnyPasskey(core, { backend: caller, ...params, signsOut: true })
    return undefined
  },
} satisfies HandlersOf<typeof accountRoutes>
