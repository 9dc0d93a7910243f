import type { Core } from '../../core.ts'

const dayMs = 86_400_000

/**
 * Deletes events past their application's retention, a limited number per application and round; returns how many. Events
 * that the roll-up worker hasn't reached stay until they are counted.
 */
export async function forgetOldEvents({ applications, store, now }: Core): Promise<number> {
  let forgotten = 0
  for (const { id, settings } of await applications.all()) {
    const position = (await store.rollUps.findCursor(id))?.position
    forgotten += await store.events.forgetBefore(id, now() - settings.eventRetentionDays * dayMs, position)
  }
  return forgotten
}
