import type { Core } from '../../core.ts'

const dayMs = 86_400_000

/** Deletes events that are older than their application keeps them, of each as many as one round may; answers how many. */
export async function forgetOldEvents({ applications, store, now }: Core): Promise<number> {
  let forgotten = 0
  for (const { id, settings } of await applications.all())
    forgotten += await store.events.forgetBefore(id, now() - settings.eventRetentionDays * dayMs)
  return forgotten
}
