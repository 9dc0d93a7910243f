import type { FastifyBaseLogger } from 'fastify'
import type { Core } from '../core/core.ts'
import type { DeliveryReport } from '../core/use-cases/connectors/delivery.ts'
import { createConnectorWorker } from '../core/use-cases/connectors/worker.ts'

const everyMs = 1_000
/** How long a batch can continue once the service stops. */
const patienceMs = 1_000

/** Sends events by connectors, on each node: every second, it looks for connectors that have something to send. */
export function startConnectors(core: Core, log: FastifyBaseLogger): { stop(): Promise<void> } {
  const worker = createConnectorWorker(core, {
    report: (report) => logFailure(log, report),
    fail: (error) => log.error(error),
  })
  const timer = setInterval(() => void worker.run().catch((error: unknown) => log.error(error)), everyMs)
  return {
    async stop() {
      clearInterval(timer)
      await worker.stop(patienceMs)
    },
  }
}

/** A receiver that stays down is logged once at first, and then every hundredth time. */
function logFailure(log: FastifyBaseLogger, { appId, id, type, failure }: DeliveryReport): void {
  if (failure === undefined || failure.inARow % 100 !== 1) return
  const { kind, error, inARow } = failure
  log.warn({ application: appId, connector: id, type, kind, reason: error, failures: inARow }, 'A connector failed')
}
