import type { FastifyBaseLogger } from 'fastify'
import type { Core } from '../core/core.ts'
import { composers } from '../installation.ts'
import { followChanges } from './changes.ts'
import { startConnectors } from './connectors.ts'
import { startDeliveries } from './deliveries.ts'
import { startLogouts } from './logouts.ts'
import { startRollUps } from './roll-ups.ts'

/** Starts the background work of each node. `stop` waits for what each worker is writing. */
export function startWorkers(core: Core, log: FastifyBaseLogger): { stop(): Promise<void> } {
  const workers = [
    startDeliveries(core, composers, log),
    startLogouts(core, log),
    startRollUps(core, log),
    startConnectors(core, log),
    followChanges(core, log),
  ]
  return {
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()))
    },
  }
}
