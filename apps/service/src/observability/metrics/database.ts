import { isOutage } from '../../core/errors.ts'
import type { Store } from '../../core/ports/store.ts'
import type { EngineObserver } from '../../storage/engine/observer.ts'
import type { MetricRegistry } from './registry.ts'

/** Measures reads and batches, and counts those that the database was not available for. */
export function measureDatabase({ counter, histogram }: MetricRegistry): EngineObserver {
  const duration = histogram({
    name: 'thumbturn_database_operation_duration_seconds',
    help: 'Time of a read, or of a batch of writes until it is on disk',
    labelNames: ['operation'],
    buckets: [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 1, 5],
  })
  const outages = counter({
    name: 'thumbturn_outages_total',
    help: 'Reads and batches that failed because the database was unavailable',
    labelNames: ['operation'],
  })
  const groups = histogram({
    name: 'thumbturn_write_group_batches',
    help: 'Batches of writes that shared one transaction and one flush',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128],
  })
  for (const operation of ['read', 'batch']) outages.inc({ operation }, 0)
  return {
    async around(operation, run) {
      const startedAt = performance.now()
      try {
        return await run()
      } catch (error) {
        if (isOutage(error)) outages.inc({ operation })
        throw error
      } finally {
        duration.observe({ operation }, (performance.now() - startedAt) / 1000)
      }
    },
    grouped: (batches) => groups.observe(batches),
  }
}

/** Shows what waits for the database when the metrics are read. */
export function showDatabaseLoad({ gauge }: MetricRegistry, { load }: Pick<Store, 'load'>): void {
  gauge({
    name: 'thumbturn_write_queue_length',
    help: 'Batches waiting to be written and, on PostgreSQL, waiting reads and statements',
    collect() {
      this.set(load().waiting)
    },
  })
  if (load().connections === undefined) return
  gauge({
    name: 'thumbturn_database_connections',
    help: 'Connections to PostgreSQL by state',
    labelNames: ['state'],
    collect() {
      const { idle, busy } = load().connections!
      this.set({ state: 'idle' }, idle)
      this.set({ state: 'busy' }, busy)
    },
  })
}
