import type { adminApi, Handlers } from '@thumbturn/contract'
import type { Application } from '../../core/applications/application.ts'
import { changeApplication, createApplication } from '../../core/applications/create.ts'
import { ownApplicationId } from '../../core/applications/own-id.ts'
import type { ClientKey } from '../../core/clients/client-key.ts'
import { addClientKey, revokeClientKey } from '../../core/clients/keys.ts'
import type { Answer } from '../answer.ts'
import type { Call } from '../call.ts'
import { timestamp } from '../timestamp.ts'
import { administered } from './administered.ts'
import { events } from './events.ts'
import { signingKeys } from './signing-keys.ts'

/** One function for every operation of the administration API. */
export type AdminHandlers = Handlers<typeof adminApi, Call, Answer>

const shown = ({ createdAt, updatedAt, settings, origins, tokensUntil: _, ...application }: Application) => ({
  ...application,
  origins: [...origins],
  // The contract's lists are ordinary arrays; ours may not be changed.
  settings: structuredClone(settings) as never,
  createdAt: timestamp(createdAt),
  updatedAt: timestamp(updatedAt),
})

const shownKey = ({ id, name, publicKey, createdAt, revokedAt }: ClientKey) => ({
  id,
  name,
  publicKey,
  createdAt: timestamp(createdAt),
  revokedAt: revokedAt === undefined ? undefined : timestamp(revokedAt),
})

const clientKeys: Pick<AdminHandlers, 'clientKeysList' | 'clientKeyAdd' | 'clientKeyRevoke'> = {
  async clientKeysList({ params }, { core }) {
    const { id } = await administered(core, params.id)
    return { clientKeys: (await core.store.clientKeys.list(id)).map(shownKey) }
  },
  async clientKeyAdd({ params, body: { name = 'unnamed', publicKey } }, { core }) {
    return shownKey(await addClientKey(core, await administered(core, params.id), { name, publicKey }))
  },
  async clientKeyRevoke({ params }, { core }) {
    await revokeClientKey(core, await administered(core, params.id), params.keyId)
    return undefined
  },
}

export const adminHandlers: AdminHandlers = {
  ...clientKeys,
  ...events,
  ...signingKeys,
  async applicationsList(_, { core }) {
    const all = await core.store.applications.changedSince(0)
    return { applications: all.filter(({ id }) => id !== ownApplicationId).map(shown) }
  },
  async applicationCreate({ body }, { core }) {
    return shown(await createApplication(core, body))
  },
  async applicationShow({ params }, { core }) {
    return shown(await administered(core, params.id))
  },
  async applicationChange({ params, body }, { core }) {
    return shown(await changeApplication(core, await administered(core, params.id), body))
  },
}
