import type { Core } from '../../core.ts'
import { badRequest } from '../../errors.ts'
import type { PurgeOptions } from '../../model/applications/deletion.ts'
import { ownApplicationId } from '../../model/applications/own-id.ts'
import { repeatChange } from '../../model/applications/repeat-change.ts'
import { recordChange } from '../audit/audit.ts'
import { createEvent } from '../events/create-event.ts'
import { type ApplicationTarget, requireApplication } from './target.ts'

/** `by` is the ID of an admin key, or `command line`. */
type Deletion = ApplicationTarget & { by: string }

/** Calls that started before a deletion end within this time, on every node. */
const graceMs = 60_000

/** How long a call deletes the data of an application, in milliseconds. Upkeep deletes the rest. */
const callMs = 5_000

/** How long a round of upkeep deletes the data of applications. Rounds begin a minute apart. */
const roundMs = 30_000

/**
 * Deletes an application with its keys, users, and events. Its credentials are rejected at once on this node and within
 * a second on others. The event belongs to the installation. Returns whether all data was deleted, for which it takes five seconds at
 * most unless `options` are given. Upkeep deletes the rest.
 * @throws AppError not_found · bad_request: it's the installation's own application · precondition_failed: the version
 * isn't `ifVersion`
 */
export async function deleteApplication(
  core: Core,
  deletion: Deletion,
  options: PurgeOptions = limitTo(core, callMs),
): Promise<boolean> {
  const { id } = deletion
  if (id === ownApplicationId)
    throw badRequest(`${id} is the installation's own application, which administers the others: it can't be deleted`)
  await repeatChange(() => startDeletion(core, deletion))
  await core.applications.refresh()
  return core.store.deletions.purge(id, options)
}

function limitTo({ monotonic }: Core, ms: number, signal?: AbortSignal): PurgeOptions {
  const until = monotonic() + ms
  return { isOver: () => signal?.aborted === true || monotonic() >= until }
}

/** False if the application was changed since it was read. */
async function startDeletion(core: Core, deletion: Deletion): Promise<boolean> {
  const application = await requireApplication(core, deletion)
  const own = core.applications.find(ownApplicationId)
  const detail = { application: application.id, by: deletion.by }
  const event = createEvent(core, own ?? application, { type: 'fido2.application.deleted', detail })
  const { id, name, rpId, origins } = application
  const audit = recordChange(core, { action: 'application.deleted', application: id, before: { name, rpId, origins } })
  return !(await core.store.commit([{ deleteApplication: { application, at: event.at } }, { append: event }, ...audit]))
}

/**
 * Deletes what is left of applications whose deletion began at least a minute ago, and frees their IDs. Ends with the round, or when
 * the signal aborts. Any node can do it.
 */
export async function completeDeletions(core: Core, signal?: AbortSignal): Promise<void> {
  const options = limitTo(core, roundMs, signal)
  for (const { appId, deletedAt } of await core.store.deletions.list())
    if (core.now() - deletedAt >= graceMs && !options.isOver()) await completeDeletion(core, appId, options)
}

/** Returns whether nothing is left and the ID is free. */
async function completeDeletion({ store }: Core, appId: string, options: PurgeOptions): Promise<boolean> {
  const isEmpty = await store.deletions.purge(appId, options)
  if (isEmpty) await store.deletions.finish(appId)
  return isEmpty
}

/**
 * Lets an ID be reused once nothing of its former application can appear anymore.
 * @throws AppError bad_request: it was deleted less than a minute ago, or its data isn't deleted yet
 */
export async function requireFreeId(core: Core, id: string): Promise<void> {
  const deletion = (await core.store.deletions.list()).find(({ appId }) => appId === id)
  if (!deletion) return
  if (core.now() - deletion.deletedAt < graceMs)
    throw badRequest(
      `An application ${id} was deleted less than a minute ago: try again in a minute, or take another id`,
    )
  if (!(await completeDeletion(core, id, limitTo(core, callMs))))
    throw badRequest(
      `The data of the deleted application ${id} is still being deleted: try again in a few minutes, or take another id`,
    )
}
