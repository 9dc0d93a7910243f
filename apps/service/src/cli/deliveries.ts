import type { Core } from '../core/core.ts'
import { type Composers, claimDue, type Delivery, deliverTask } from '../core/use-cases/messages/deliver.ts'
import { createQueueWorker } from './queue-worker.ts'

/** The log of a worker. */
export type Log = {
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(error: unknown): void
}

/** How many tasks are on their way at once, and how long after the last look the next comes, in milliseconds. */
const mostAtOnce = 10
const lookEveryMs = 1_000
const patienceMs = 10_000
/**
 * The delay of queued work. The response of the call that queued it is out by then, so its time doesn't reveal how
 * much there is to compose, and thereby whether the user exists.
 */
const holdBackMs = 10

/**
 * The worker of this node: sends what is due, right after something was queued here, and within a second what other
 * nodes or an earlier run left. `stop` takes nothing new and waits ten seconds for what is on its way; whatever is not
 * sent by then stays in the queue.
 */
export function startDeliveries(core: Core, composers: Composers, log: Log): { stop(): Promise<void> } {
  const worker = createQueueWorker({
    mostAtOnce,
    claim: (most) => claimDue(core, most),
    async work(task) {
      for (const delivery of await deliverTask(core, composers, task)) logDelivery(log, delivery)
    },
    fail: (error) => log.error(error),
  })

  let soon: NodeJS.Timeout | undefined
  function wakeSoon() {
    soon ??= setTimeout(() => {
      soon = undefined
      worker.wake()
    }, holdBackMs)
  }

  const timer = setInterval(worker.wake, lookEveryMs)
  core.store.messages.onAdd(wakeSoon)
  worker.wake()
  return {
    async stop() {
      clearInterval(timer)
      clearTimeout(soon)
      await worker.stop(patienceMs)
    },
  }
}

function logDelivery(log: Log, delivery: Delivery) {
  const { outcome } = delivery
  if (outcome === 'no-recipient') return
  if (outcome === 'sent') return log.info(delivery, 'message sent')
  log.warn(delivery, outcome === 'later' ? 'message not sent yet' : 'message not sent')
}
