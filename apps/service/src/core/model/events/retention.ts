import type { Core } from '../../core.ts'
import { firstIdAt } from './ids.ts'

const dayMs = 86_400_000

/**
 * Deletes events past their application's retention, a limited number per application and round; returns how many. Events
 * that the roll-up worker hasn't reached stay until they are counted. Connectors that haven't sent a deleted event miss it.
 */
export async function forgetOldEvents({ applications, store, now }: Core): Promise<number> {
  let forgotten = 0
  const fed = new Set(await store.connectors.listApplications())
  for (const { id, settings } of await applications.all()) {
    const position = (await store.rollUps.findCursor(id))?.position
    const before = now() - settings.eventRetentionDays * dayMs
    forgotten += await store.events.forgetBefore(id, before, position)
    if (fed.has(id)) await store.connectors.forgetFed(id, firstIdAt(before))
  }
  return forgotten
}
