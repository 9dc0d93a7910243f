import type { Core } from '../../core/core.ts'
import { lastBackupFact } from '../../maintenance/backup.ts'
import type { MetricRegistry } from './registry.ts'

/** Shows when the upkeep of every minute last succeeded, and when the last backup was made. */
export function showUpkeep({ gauge }: MetricRegistry) {
  const done = gauge({
    name: 'thumbturn_upkeep_last_success_timestamp_seconds',
    help: 'When the upkeep that runs every minute, and ends with a checkpoint, last succeeded',
  })
  const backup = gauge({
    name: 'thumbturn_backup_last_success_timestamp_seconds',
    help: 'When `thumbturn backup` last succeeded; absent before the first time',
  })
  backup.remove()
  return {
    /** Called at the start, and after each upkeep. */
    async record({ store, now }: Core): Promise<void> {
      done.set(now() / 1000)
      const at = await store.installation.find(lastBackupFact)
      if (at !== undefined) backup.set(Number(at) / 1000)
    },
  }
}
