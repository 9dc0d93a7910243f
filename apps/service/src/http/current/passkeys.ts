import { deviceName } from '../../core/devices/identify.ts'
import { deletePasskey, listPasskeys, renamePasskey } from '../../core/passkeys/change.ts'
import type { ListedPasskey } from '../../core/passkeys/passkey.ts'
import { holderOf } from '../guard.ts'
import type { CurrentHandlers } from './wire.ts'

const timestamp = (at: number) => new Date(at).toISOString()

function listed({ id, credentialId, name, aaguid, backedUp, createdAt, lastUsedAt, lastUsedFrom }: ListedPasskey) {
  return {
    id,
    credentialId,
    name,
    aaguid,
    createdAt: timestamp(createdAt),
    lastUsedAt: lastUsedAt === undefined ? undefined : timestamp(lastUsedAt),
    lastUsedFrom,
    lastUsedFromDevice: lastUsedFrom,
    device: deviceName(lastUsedFrom ?? {}),
    credentialSynced: backedUp,
  }
}

export const passkeys: Pick<CurrentHandlers, 'passkeysList' | 'passkeyRename' | 'passkeyDelete'> = {
  async passkeysList(_, { core, caller }) {
    return (await listPasskeys(core, holderOf(caller))).map(listed)
  },
  async passkeyRename({ params, body }, { core, caller }) {
    await renamePasskey(core, { holder: holderOf(caller), passkeyId: params.id }, body.name)
    return undefined
  },
  async passkeyDelete({ params }, { core, caller }) {
    await deletePasskey(core, { holder: holderOf(caller), passkeyId: params.id })
    return undefined
  },
}
