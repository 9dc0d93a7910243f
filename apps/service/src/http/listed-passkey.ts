import type { Providers } from '../core/model/aaguids/provider.ts'
import type { DeviceDescription } from '../core/model/devices/device.ts'
import type { ListedPasskey } from '../core/model/passkeys/passkey.ts'
import { formatDeviceName } from '../core/use-cases/devices/identify.ts'
import { describeExtensionResults } from './passkey-extensions.ts'
import { timestamp } from './timestamp.ts'

/** A device with its id, as descriptions of the current API have it; undefined where it was deleted. */
const describedDevice = (deviceId: string | undefined, description: DeviceDescription | undefined) =>
  deviceId === undefined ? undefined : { ...description, deviceId }

/** A passkey as the current API, and completed transactions of the first generation, show it. */
export function listed(passkey: ListedPasskey, providers: Providers) {
  const { id, credentialId, userHandle, name, aaguid, backedUp, createdAt, lastUsedAt } = passkey
  const lastUsedFrom = describedDevice(passkey.lastUsedFromDeviceId, passkey.lastUsedFrom)
  return {
    id,
    credentialId,
    // Empty: not known yet.
    userHandle: userHandle || undefined,
    name,
    aaguid,
    providerName: providers.find(aaguid)?.name,
    createdAt: timestamp(createdAt),
    lastUsedAt: lastUsedAt === undefined ? undefined : timestamp(lastUsedAt),
    createdFrom: describedDevice(passkey.createdFromDeviceId, passkey.createdFrom),
    lastUsedFrom,
    lastUsedFromDevice: lastUsedFrom,
    device: formatDeviceName(passkey.lastUsedFrom ?? {}),
    extensions: describeExtensionResults(passkey),
    credentialSynced: backedUp,
  }
}
