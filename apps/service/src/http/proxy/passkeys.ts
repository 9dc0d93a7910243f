import type { proxyPasskeyRoutes } from '@thumbturn/contract/proxy/passkeys.ts'
import type { DeviceDescription, SeenDevice } from '../../core/model/devices/device.ts'
import type { Passkey } from '../../core/model/passkeys/passkey.ts'
import { formatDeviceName } from '../../core/use-cases/devices/identify.ts'
import { deleteAnyPasskey, renameAnyPasskey } from '../../core/use-cases/passkeys/manage.ts'
import { findUserByName } from '../../core/use-cases/users/manage.ts'
import { toAuthenticatorMetadata } from '../authenticator-metadata.ts'
import type { HandlersOf } from '../call.ts'
import { timestamp } from '../timestamp.ts'

/** A passkey as every response of the proxy API shows it. */
export const toResponse = ({ id, name, createdAt, backedUp }: Passkey, lastUsedFrom: DeviceDescription = {}) => ({
  id,
  name,
  device: formatDeviceName(lastUsedFrom),
  createdAt: timestamp(createdAt),
  credentialSynced: backedUp,
})

/** The same with the device that it was last used on, or else made on. */
export function toResponseWithDevice(devices: readonly SeenDevice[], passkey: Passkey) {
  const { createdFromDeviceId, lastUsedFromDeviceId } = passkey
  const device = devices.find(({ id }) => id === (lastUsedFromDeviceId ?? createdFromDeviceId))
  return toResponse(passkey, device?.description)
}

export const passkeys = {
  async passkeysList({ query }, { core, caller }) {
    const { passkeys, devices } = await findUserByName(core, caller, query.username)
    return passkeys.map((passkey) => toResponseWithDevice(devices, passkey))
  },
  passkeyProviders: (_, { core }) => core.providers.list().map(toAuthenticatorMetadata),
  async passkeyRename({ params, body }, { core, caller }) {
    await renameAnyPasskey(core, { backend: caller, passkeyId: params.id }, body.name)
    return undefined
  },
  async passkeyDelete({ params }, { core, caller }) {
    await deleteAnyPasskey(core, { backend: caller, passkeyId: params.id })
    return undefined
  },
} satisfies HandlersOf<typeof proxyPasskeyRoutes>
