import { findProvider } from '../../core/aaguids/find.ts'
import type { Providers } from '../../core/aaguids/provider.ts'
import type { DeviceDescription } from '../../core/devices/device.ts'
import { deviceName } from '../../core/devices/identify.ts'
import { deletePasskey, listPasskeys, renamePasskey } from '../../core/passkeys/change.ts'
import type { ListedPasskey } from '../../core/passkeys/passkey.ts'
import { toAuthenticatorMetadata } from '../authenticator-metadata.ts'
import { holderOf } from '../guard.ts'
import { timestamp } from '../timestamp.ts'
import type { CurrentHandlers } from './wire.ts'

/** A device with its id, as descriptions of the current API have it; undefined where it was deleted. */
export const describedDevice = (deviceId: string | undefined, description: DeviceDescription | undefined) =>
  deviceId === undefined ? undefined : { ...description, deviceId }

/** A passkey as every answer of the current API shows it. */
export function listed(passkey: ListedPasskey, providers: Providers) {
  const { id, credentialId, name, aaguid, backedUp, createdAt, lastUsedAt } = passkey
  const lastUsedFrom = describedDevice(passkey.lastUsedFromDeviceId, passkey.lastUsedFrom)
  return {
    id,
    credentialId,
    name,
    aaguid,
    providerName: providers.find(aaguid)?.name,
    createdAt: timestamp(createdAt),
    lastUsedAt: lastUsedAt === undefined ? undefined : timestamp(lastUsedAt),
    createdFrom: describedDevice(passkey.createdFromDeviceId, passkey.createdFrom),
    lastUsedFrom,
    lastUsedFromDevice: lastUsedFrom,
    device: deviceName(passkey.lastUsedFrom ?? {}),
    credentialSynced: backedUp,
  }
}

export const passkeys: Pick<CurrentHandlers, 'passkeysList' | 'passkeyRename' | 'passkeyDelete' | 'passkeyProvider'> = {
  async passkeysList(_, { core, caller }) {
    return (await listPasskeys(core, holderOf(caller))).map((passkey) => listed(passkey, core.providers))
  },
  async passkeyRename({ params, body }, { core, caller }) {
    await renamePasskey(core, { holder: holderOf(caller), passkeyId: params.id }, body.name)
    return undefined
  },
  async passkeyDelete({ params }, { core, caller }) {
    await deletePasskey(core, { holder: holderOf(caller), passkeyId: params.id })
    return undefined
  },
  passkeyProvider: ({ params }, { core }) => toAuthenticatorMetadata(findProvider(core, params.aaguid)),
}
