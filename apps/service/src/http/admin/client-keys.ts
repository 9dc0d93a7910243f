import type { clientKeyRoutes } from '@thumbturn/contract/admin/client-keys.ts'
import type { ClientKey } from '../../core/model/clients/client-key.ts'
import { addClientKey, revokeClientKey } from '../../core/use-cases/clients/keys.ts'
import type { HandlersOf } from '../call.ts'
import { timestamp } from '../timestamp.ts'
import { administered } from './administered.ts'

const toResponse = ({ id, name, publicKey, createdAt, revokedAt }: ClientKey) => ({
  id,
  name,
  publicKey,
  createdAt: timestamp(createdAt),
  revokedAt: revokedAt === undefined ? undefined : timestamp(revokedAt),
})

export const clientKeys = {
  async clientKeysList({ params }, { core }) {
    const { id } = await administered(core, params.id)
    return { clientKeys: (await core.store.clientKeys.list(id)).map(toResponse) }
  },
  async clientKeyAdd({ params, body: { name = 'unnamed', publicKey } }, { core, caller }) {
    const key = { name, publicKey, by: caller.by }
    return toResponse(await addClientKey(core, await administered(core, params.id), key))
  },
  async clientKeyRevoke({ params: { id, keyId } }, { core, caller }) {
    await revokeClientKey(core, await administered(core, id), { id: keyId, by: caller.by })
    return undefined
  },
} satisfies HandlersOf<typeof clientKeyRoutes>
