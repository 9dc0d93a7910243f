import type { Core } from '../../core.ts'
import { badRequest } from '../../errors.ts'
import { requireAaguid } from '../../model/aaguids/aaguid.ts'
import { type BlacklistItem, blacklistLimit } from '../../model/aaguids/blacklist.ts'
import type { Application } from '../../model/applications/application.ts'
import type { Write } from '../../writes.ts'
import { type Backend, createBackendEvent } from '../applications/backend.ts'
import { recordChange } from '../audit/audit.ts'

/** Every blocked model of the application, ordered by AAGUID. */
export const listBlacklist = ({ store }: Core, { id }: Application): Promise<BlacklistItem[]> =>
  store.blacklist.list(id)

/**
 * Blocks models or changes how they are blocked, effective immediately on every node.
 * @throws AppError bad_request: an item isn't an AAGUID, or the list would exceed its limit
 */
export async function mergeBlacklist(core: Core, backend: Backend, items: readonly BlacklistItem[]): Promise<void> {
  const { application } = backend
  // The last of two items for one model counts, as in two calls.
  const merged = new Map(items.map((item) => [requireAaguid(item.aaguid), item]))
  const known = await core.store.blacklist.list(application.id)
  const all = new Set([...known.map(({ aaguid }) => aaguid), ...merged.keys()])
  if (all.size > blacklistLimit) throw badRequest(`A blacklist can have at most ${blacklistLimit} models`)
  const wanted = [...merged].map(([aaguid, { auth, reg }]) => ({ aaguid, auth, reg }))
  const blocked = wanted.map((item): Write => ({ block: { appId: application.id, ...item } }))
  const event = createChangeEvent(core, backend, { merged: wanted.length })
  const change = { application: application.id, after: { authenticators: wanted } }
  const audit = recordChange(core, { action: 'authenticators.blocked', ...change })
  await core.store.commit([...blocked, { append: event }, ...audit])
}

/**
 * Unblocks models and ignores those that aren't listed.
 * @throws AppError bad_request: not an AAGUID
 */
export async function removeFromBlacklist(core: Core, backend: Backend, aaguids: readonly string[]): Promise<void> {
  const removed = [...new Set(aaguids.map(requireAaguid))]
  const event = createChangeEvent(core, backend, { removed: removed.length })
  const unblocked = removed.map((aaguid): Write => ({ unblock: { appId: backend.application.id, aaguid } }))
  const change = { application: backend.application.id, before: { authenticators: removed } }
  const audit = recordChange(core, { action: 'authenticators.unblocked', ...change })
  await core.store.commit([...unblocked, { append: event }, ...audit])
}

/** Unblocks every model. */
export async function clearBlacklist(core: Core, backend: Backend): Promise<void> {
  const event = createChangeEvent(core, backend, { cleared: true })
  await core.store.commit([{ unblockAll: { appId: backend.application.id } }, { append: event }])
}

const createChangeEvent = (core: Core, backend: Backend, detail: Readonly<Record<string, number | boolean>>) =>
  createBackendEvent(core, backend, { type: 'fido2.aaguid.blacklist.changed', detail })
