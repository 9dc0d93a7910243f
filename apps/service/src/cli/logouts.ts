import type { Core } from '../core/core.ts'
import { claimLogouts, type LogoutReport, sendLogout } from '../core/use-cases/logout-notices/send.ts'
import type { Log } from './deliveries.ts'
import { createQueueWorker } from './queue-worker.ts'

const mostAtOnce = 5
const lookEveryMs = 1_000
/** How long what is being sent can continue once the service stops. */
const patienceMs = 1_000

/** Sends logout tokens, on each node: every second, it looks for what is due. What isn't sent stays in the queue. */
export function startLogouts(core: Core, log: Log): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const worker = createQueueWorker({
    mostAtOnce,
    claim: (most) => claimLogouts(core, most),
    work: async (notice) => logReport(log, await sendLogout(core, notice, stopping.signal)),
    fail: (error) => log.error(error),
  })
  const timer = setInterval(worker.wake, lookEveryMs)
  worker.wake()
  return {
    async stop() {
      clearInterval(timer)
      setTimeout(() => stopping.abort(), patienceMs).unref()
      await worker.stop(2 * patienceMs)
    },
  }
}

function logReport(log: Log, report: LogoutReport) {
  const { outcome } = report
  if (outcome === 'later') log.warn(report, 'logout token not sent yet')
  if (outcome === 'failed') log.warn(report, 'logout token not sent')
}
