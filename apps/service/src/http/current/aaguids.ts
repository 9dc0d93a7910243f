import type { aaguidRoutes } from '@thumbturn/contract/current/aaguids.ts'
import { findProvider } from '../../core/use-cases/aaguids/find.ts'
import {
  clearBlacklist,
  listBlacklist,
  mergeBlacklist,
  removeFromBlacklist,
} from '../../core/use-cases/aaguids/manage-blacklist.ts'
import { toAuthenticatorMetadata } from '../authenticator-metadata.ts'
import type { HandlersOf } from '../call.ts'

export const aaguids = {
  aaguidFind: ({ params }, { core }) => toAuthenticatorMetadata(findProvider(core, params.aaguid)),
  async blacklistRead(_, { core, application }) {
    return { items: await listBlacklist(core, application) }
  },
  async blacklistMerge({ body }, { core, caller }) {
    await mergeBlacklist(core, caller, body.items)
    return undefined
  },
  async blacklistRemove({ body }, { core, caller }) {
    await removeFromBlacklist(core, caller, body.aaguids)
    return undefined
  },
  async blacklistClear(_, { core, caller }) {
    await clearBlacklist(core, caller)
    return undefined
  },
} satisfies HandlersOf<typeof aaguidRoutes>
