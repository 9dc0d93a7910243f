import type { Core } from '../core/core.ts'
import { type Composers, claimDue, type Delivery, deliverTask } from '../core/use-cases/messages/deliver.ts'

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
  const inFlight = new Set<Promise<void>>()
  let stopped = false
  let running: Promise<void> | undefined
  let again = false

  async function deliver(task: Parameters<typeof deliverTask>[2]) {
    const deliveries = await deliverTask(core, composers, task).catch((error: unknown) => log.error(error))
    for (const delivery of deliveries ?? []) logDelivery(log, delivery)
  }

  async function deliverQueued() {
    do {
      again = false
      while (!stopped && inFlight.size < mostAtOnce) {
        const tasks = await claimDue(core, mostAtOnce - inFlight.size)
        if (tasks.length === 0) break
        for (const task of tasks) {
          const delivery = deliver(task).finally(() => {
            inFlight.delete(delivery)
            wake()
          })
          inFlight.add(delivery)
        }
      }
    } while (again && !stopped && inFlight.size < mostAtOnce)
  }

  function wake() {
    again = true
    running ??= deliverQueued()
      .catch((error: unknown) => log.error(error))
      .finally(() => {
        running = undefined
      })
  }

  let soon: NodeJS.Timeout | undefined
  function wakeSoon() {
    soon ??= setTimeout(() => {
      soon = undefined
      wake()
    }, holdBackMs)
  }

  const timer = setInterval(wake, lookEveryMs)
  core.store.messages.onAdd(wakeSoon)
  wake()
  return {
    async stop() {
      stopped = true
      clearInterval(timer)
      clearTimeout(soon)
      await running
      const patience = new Promise((resolve) => setTimeout(resolve, patienceMs).unref())
      await Promise.race([Promise.all(inFlight), patience])
    },
  }
}

function logDelivery(log: Log, delivery: Delivery) {
  const { outcome } = delivery
  if (outcome === 'no-recipient') return
  if (outcome === 'sent') return log.info(delivery, 'message sent')
  log.warn(delivery, outcome === 'later' ? 'message not sent yet' : 'message not sent')
}
