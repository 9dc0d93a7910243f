import { findProvider } from '../../core/model/aaguids/find.ts'
import { deletePasskey, listPasskeys, renamePasskey } from '../../core/model/passkeys/change.ts'
import { toAuthenticatorMetadata } from '../authenticator-metadata.ts'
import { holderOf } from '../guard.ts'
import { listed } from '../listed-passkey.ts'
import type { CurrentHandlers } from './wire.ts'

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
