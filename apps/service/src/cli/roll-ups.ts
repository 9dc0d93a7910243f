import type { Core } from '../core/core.ts'
import { createRollUpWorker } from '../core/use-cases/analytics/worker.ts'

const everyMs = 1_000
/** All applications are counted in every fifth round; in the others, those whose connectors wait for events. */
const fullRound = 5

type Log = { error(error: unknown): void }

/** Counts events for analytics every five seconds, and feeds connectors every second, on each node. `stop` waits for the batch that is being written. */
export function startRollUps(core: Core, log: Log): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const worker = createRollUpWorker(core)
  let running: Promise<unknown> | undefined
  let round = 0
  const run = () => {
    running ??= (++round % fullRound === 0 ? worker.run(stopping.signal) : worker.feed(stopping.signal))
      .catch((error: unknown) => log.error(error))
      .finally(() => {
        running = undefined
      })
  }
  const timer = setInterval(run, everyMs)
  return {
    async stop() {
      clearInterval(timer)
      stopping.abort()
      await running
    },
  }
}
