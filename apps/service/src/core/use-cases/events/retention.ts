import type { Core } from '../../core.ts'
import type { Application } from '../../model/applications/application.ts'
import { firstIdAt } from '../../model/events/ids.ts'

const dayMs = 86_400_000
/** How long one round deletes, in milliseconds. Rounds begin a minute apart. */
const roundMs = 45_000

/**
 * Deletes events past their application's retention, a limited number per application in turn, until there are none or the time
 * of the round is over, or the signal aborts; returns how many. Events that the roll-up worker hasn't reached stay until they are counted. Connectors
 * that haven't sent a deleted event miss it.
 */
export async function forgetOldEvents(core: Core, signal?: AbortSignal): Promise<number> {
  const { applications, store, monotonic } = core
  const until = monotonic() + roundMs
  await applications.ready()
  const all = applications.all()
  let forgotten = 0
  for (let open = all; open.length > 0; ) {
    const unfinished: Application[] = []
    for (const application of open) {
      const count = await forgetSome(core, application)
      forgotten += count
      if (count > 0) unfinished.push(application)
    }
    open = monotonic() < until && !signal?.aborted ? unfinished : []
  }
  const fed = new Set(await store.connectors.listApplications())
  for (const application of all)
    if (fed.has(application.id)) await store.connectors.forgetFed(application.id, firstIdAt(findEnd(core, application)))
  return forgotten
}

async function forgetSome(core: Core, application: Application): Promise<number> {
  const position = (await core.store.rollUps.findCursor(application.id))?.position
  return core.store.events.forgetBefore(application.id, findEnd(core, application), position)
}

/** The time before which events are deleted. */
const findEnd = ({ now }: Core, { settings }: Application) => now() - settings.eventRetentionDays * dayMs
