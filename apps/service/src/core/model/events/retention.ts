import type { Core } from '../../core.ts'

const dayMs = 86_400_000

/** Deletes events past their application's retention, a limited number per application and round; returns how many. */
export async function forgetOldEvents({ applications, store, now }: Core): Promise<number> {
  let forgotten = 0
  for (const { id, settings } of await applications.all())
    forgotten += await store.events.forgetBefore(id, now() - settings.eventRetentionDays * dayMs)
  return forgotten
}
