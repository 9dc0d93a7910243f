import type { Core } from '../core/core.ts'
import { createRollUpWorker } from '../core/model/analytics/worker.ts'

const everyMs = 5_000

type Log = { error(error: unknown): void }

/** Counts events for analytics every five seconds, on each node. `stop` waits for the batch that is being written. */
export function startRollUps(core: Core, log: Log): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const worker = createRollUpWorker(core)
  let running: Promise<unknown> | undefined
  const run = () => {
    running ??= worker
      .run(stopping.signal)
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
