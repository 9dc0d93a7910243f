import type { passkeyRoutes } from '@thumbturn/contract/current/passkeys.ts'
import { findProvider } from '../../core/use-cases/aaguids/find.ts'
import { deletePasskey, listPasskeys, renamePasskey } from '../../core/use-cases/passkeys/change.ts'
import { toAuthenticatorMetadata } from '../authenticator-metadata.ts'
import type { HandlersOf } from '../call.ts'
import { listed } from '../listed-passkey.ts'
import { forbidForLastOwner } from './last-owner.ts'

export const passkeys = {
  async passkeysList(_, { core, caller }) {
    return (await listPasskeys(core, caller.holder)).map((passkey) => listed(passkey, core.providers))
  },
  async passkeyRename({ params, body }, { core, caller }) {
    await renamePasskey(core, { holder: caller.holder, passkeyId: params.id }, body.name)
    return undefined
  },
  async passkeyDelete({ params }, { core, caller }) {
    await deletePasskey(core, { holder: caller.holder, passkeyId: params.id }).catch(forbidForLastOwner)
    return undefined
  },
  passkeyProvider: ({ params }, { core }) => toAuthenticatorMetadata(findProvider(core, params.aaguid)),
} satisfies HandlersOf<typeof passkeyRoutes>
