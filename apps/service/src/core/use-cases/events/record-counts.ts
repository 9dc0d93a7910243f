import type { Core } from '../../core.ts'
import type { CountsByKind, KindCounts } from '../../model/events/kind-counts.ts'
import type { NewEvent } from '../../model/events/new-event.ts'
import { createEvent } from './create-event.ts'

/** Writes one event per application that has counts. Counts that an outage keeps from being written are kept for later. */
export async function recordCounts<Kind extends string>(
  core: Core,
  counts: KindCounts<Kind>,
  toEvent: (counted: CountsByKind<Kind>) => NewEvent,
): Promise<void> {
  const waiting = new Map(counts.take())
  try {
    for (const [appId, counted] of waiting) {
      const application = await core.applications.findFresh(appId)
      if (application) await core.store.commit([{ append: createEvent(core, application, toEvent(counted)) }])
      waiting.delete(appId)
    }
  } finally {
    for (const [appId, counted] of waiting)
      for (const [kind, count] of Object.entries<number | undefined>(counted)) counts.count(appId, kind as Kind, count)
  }
}
