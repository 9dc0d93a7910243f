import { findProvider } from '../../core/model/aaguids/find.ts'
import {
  clearBlacklist,
  listBlacklist,
  mergeBlacklist,
  removeFromBlacklist,
} from '../../core/model/aaguids/manage-blacklist.ts'
import { toAuthenticatorMetadata } from '../authenticator-metadata.ts'
import { apiKeyOf, backendOf } from '../guard.ts'
import type { CurrentHandlers } from './wire.ts'

type Operations = 'aaguidFind' | 'blacklistRead' | 'blacklistMerge' | 'blacklistRemove' | 'blacklistClear'

export const aaguids: Pick<CurrentHandlers, Operations> = {
  aaguidFind: ({ params }, { core }) => toAuthenticatorMetadata(findProvider(core, params.aaguid)),
  async blacklistRead(_, { core, caller }) {
    return { items: await listBlacklist(core, apiKeyOf(caller).application) }
  },
  async blacklistMerge({ body }, { core, caller }) {
    await mergeBlacklist(core, backendOf(caller), body.items)
    return undefined
  },
  async blacklistRemove({ body }, { core, caller }) {
    await removeFromBlacklist(core, backendOf(caller), body.aaguids)
    return undefined
  },
  async blacklistClear(_, { core, caller }) {
    await clearBlacklist(core, backendOf(caller))
    return undefined
  },
}
