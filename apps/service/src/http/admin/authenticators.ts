import type { authenticatorRoutes } from '@thumbturn/contract/admin/authenticators.ts'
import type { Core } from '../../core/core.ts'
import { toAaguid } from '../../core/model/aaguids/aaguid.ts'
import type { BlacklistItem } from '../../core/model/aaguids/blacklist.ts'
import type { Provider, Providers } from '../../core/model/aaguids/provider.ts'
import { listBlacklist, mergeBlacklist, removeFromBlacklist } from '../../core/use-cases/aaguids/manage-blacklist.ts'
import type { HandlersOf } from '../call.ts'
import { administered } from './administered.ts'
import { findModelMetadata } from './model-metadata.ts'

export const authenticators = {
  authenticatorsList({ query: { name = '', ids, limit = '20' } }, { core }) {
    const { providers } = core
    const found = ids === undefined ? searchProviders(providers, name) : findProviders(providers, ids)
    return { authenticators: found.slice(0, Number(limit)).map((provider) => describe(core, provider)) }
  },
  async blockedAuthenticatorsList({ params }, { core }) {
    const blocked = await listBlacklist(core, await administered(core, params.id))
    return { authenticators: blocked.map((item) => describeBlocked(core, item)) }
  },
  async authenticatorBlock({ params: { id, aaguid }, body }, { core, caller }) {
    const backend = { application: await administered(core, id), keyId: caller.by }
    await mergeBlacklist(core, backend, [{ aaguid, ...body }])
    return undefined
  },
  async authenticatorUnblock({ params: { id, aaguid } }, { core, caller }) {
    const backend = { application: await administered(core, id), keyId: caller.by }
    await removeFromBlacklist(core, backend, [aaguid])
    return undefined
  },
} satisfies HandlersOf<typeof authenticatorRoutes>

function searchProviders(providers: Providers, name: string) {
  const wanted = name.trim().toLowerCase()
  return providers.list().filter((provider) => provider.name.toLowerCase().includes(wanted))
}

const findProviders = (providers: Providers, ids: string) =>
  ids.split(',').flatMap((id) => providers.find(toAaguid(id.trim()) ?? '') ?? [])

const describe = (core: Core, { id, name, iconLight, iconDark }: Provider) => ({
  id,
  name,
  iconLight,
  iconDark,
  metadata: findModelMetadata(core, id),
})

function describeBlocked(core: Core, { aaguid, auth, reg }: BlacklistItem) {
  const provider = core.providers.find(aaguid)
  return { ...(provider && describe(core, provider)), id: aaguid, auth, reg }
}
