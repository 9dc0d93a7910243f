import { badRequest } from '../../core/errors.ts'
import type { Application } from '../../core/model/applications/application.ts'
import { changeApplication, createApplication } from '../../core/model/applications/create.ts'
import { deleteApplication } from '../../core/model/applications/delete.ts'
import { ownApplicationId } from '../../core/model/applications/own-id.ts'
import type { ClientKey } from '../../core/model/clients/client-key.ts'
import { addClientKey, revokeClientKey } from '../../core/model/clients/keys.ts'
import { Answer } from '../answer.ts'
import { timestamp } from '../timestamp.ts'
import { accounts } from './accounts.ts'
import type { AdminHandlers } from './admin-handlers.ts'
import { administered, identifyChanger } from './administered.ts'
import { apiKeys } from './api-keys.ts'
import { type Check, checkHandlers } from './checks.ts'
import { events } from './events.ts'
import { type Mode, outboxHandlers } from './outbox.ts'
import { signingKeys } from './signing-keys.ts'
import { users } from './users.ts'

const shown = ({ createdAt, updatedAt, settings, origins, tokensUntil: _, ...application }: Application) => ({
  ...application,
  origins: [...origins],
  // The contract's lists are ordinary arrays; ours may not be changed.
  settings: structuredClone(settings) as never,
  createdAt: timestamp(createdAt),
  updatedAt: timestamp(updatedAt),
})

const withETag = (application: Application) => new Answer(shown(application), { etag: `"${application.version}"` })

/**
 * The version that If-Match demands; undefined for none. A proxy that compresses makes an ETag weak.
 * @throws AppError bad_request
 */
function versionIn(ifMatch: string | undefined): number | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined
  const version = /^\s*(?:W\/)?"(\d{1,15})"\s*$/.exec(ifMatch)?.[1]
  if (version === undefined) throw badRequest('If-Match must be one ETag of the application, such as "3"')
  return Number(version)
}

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
  async clientKeyAdd({ params, body: { name = 'unnamed', publicKey } }, { core, caller }) {
    const key = { name, publicKey, by: identifyChanger(caller) }
    return shownKey(await addClientKey(core, await administered(core, params.id), key))
  },
  async clientKeyRevoke({ params: { id, keyId } }, { core, caller }) {
    await revokeClientKey(core, await administered(core, id), { id: keyId, by: identifyChanger(caller) })
    return undefined
  },
}

/** What the administration needs to know besides the core. */
type AdminOptions = { mode: Mode; check: Check }

export const adminHandlers = ({ mode, check }: AdminOptions): AdminHandlers => ({
  ...accounts,
  ...apiKeys,
  ...checkHandlers(check),
  ...clientKeys,
  ...events,
  ...outboxHandlers(mode),
  ...signingKeys,
  ...users,
  async applicationsList(_, { core }) {
    const all = await core.store.applications.list()
    return { applications: all.filter(({ id }) => id !== ownApplicationId).map(shown) }
  },
  async applicationCreate({ body }, { core }) {
    return shown(await createApplication(core, body))
  },
  async applicationShow({ params }, { core }) {
    return withETag(await administered(core, params.id))
  },
  async applicationChange({ params, body }, { core, ifMatch }) {
    const { id } = await administered(core, params.id)
    return withETag(await changeApplication(core, { id, ifVersion: versionIn(ifMatch) }, body))
  },
  async applicationDelete({ params }, { core, caller, ifMatch }) {
    const { id } = await administered(core, params.id)
    await deleteApplication(core, { id, ifVersion: versionIn(ifMatch), by: identifyChanger(caller) })
    return undefined
  },
})
