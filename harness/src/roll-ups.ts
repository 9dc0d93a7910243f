import type { Store } from '@thumbturn/service/core/ports/store.ts'
import { createRollUpWorker, type RollUpWorker } from '@thumbturn/service/core/use-cases/analytics/worker.ts'
import { createApplicationRegistry } from '@thumbturn/service/core/use-cases/applications/registry.ts'

/** A worker that counts the events of a store. It doesn't wait between its batches, unless `pause` does. */
export function openRollUpWorker(store: Store, now: () => number, pause = async () => {}): RollUpWorker {
  const waiting = { monotonic: () => 0, pause }
  const applications = createApplicationRegistry(store.applications, waiting)
  return createRollUpWorker({ store, applications, now, ...waiting })
}
