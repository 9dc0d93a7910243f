import { findProvider } from '../../core/aaguids/find.ts'
import {
  clearBlacklist,
  listBlacklist,
  mergeBlacklist,
  removeFromBlacklist,
} from '../../core/aaguids/manage-blacklist.ts'
import type { Caller } from '../guard.ts'
import { apiKeyOf } from '../guard.ts'
import type { CurrentHandlers } from './wire.ts'

type Operations = 'aaguidFind' | 'blacklistRead' | 'blacklistMerge' | 'blacklistRemove' | 'blacklistClear'

/** Whose blacklist the API key may change. */
function ownedBy(caller: Caller) {
  const { application, key } = apiKeyOf(caller)
  return { application, keyId: key.id }
}

export const aaguids: Pick<CurrentHandlers, Operations> = {
  aaguidFind({ params }, { core }) {
    const { id, name, iconLight, iconDark } = findProvider(core, params.aaguid)
    return { id, name, icon_light: iconLight, icon_dark: iconDark }
  },
  async blacklistRead(_, { core, caller }) {
    return { items: await listBlacklist(core, apiKeyOf(caller).application) }
  },
  async blacklistMerge({ body }, { core, caller }) {
    await mergeBlacklist(core, ownedBy(caller), body.items)
    return undefined
  },
  async blacklistRemove({ body }, { core, caller }) {
    await removeFromBlacklist(core, ownedBy(caller), body.aaguids)
    return undefined
  },
  async blacklistClear(_, { core, caller }) {
    await clearBlacklist(core, ownedBy(caller))
    return undefined
  },
}
