import type { Core } from '../../core.ts'

const dayMs = 86_400_000

/** Deletes audit entries that are older than a number of days, a limited number per round; returns how many. */
export const deleteOldEntries = ({ store, now }: Core, days: number): Promise<number> =>
  store.audit.deleteBefore(now() - days * dayMs)
