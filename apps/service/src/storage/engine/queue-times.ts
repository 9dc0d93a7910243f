/** Follows how long statements wait for one of the connections of a pool. */
export type QueueTimes = {
  /** Runs something that waits. */
  wait<T>(run: () => Promise<T>): Promise<T>
  /** Runs something on a connection: as many statements at once as `count` says, 1 by default. */
  serve<T>(run: () => Promise<T>, count?: number): Promise<T>
  /**
   * About how long another one would wait, in milliseconds; zero while only a few wait. `since` is when the first of them began
   * to wait, unless they wait in `wait`.
   */
  estimateMs(waiting: number, since?: number): number
}

/** So few statements per connection are no queue but a burst, such as when a node starts and opens its connections. */
const fewPerConnection = 4
/** How long the first statement can wait without being a sign of a slow database: a new connection takes some time. */
const connectMs = 1_000
/** The share of the latest statement in the average. */
const weight = 0.1

/**
 * The estimate is what the waiting statements take, at the average of the latest ones. While the database becomes slow, none of
 * them has ended, so it is at least as long as the first has waited.
 */
export function createQueueTimes(connections: number, now = () => performance.now()): QueueTimes {
  const waiting = new Set<{ since: number }>()
  let averageMs = 0
  return {
    async wait(run) {
      const own = { since: now() }
      waiting.add(own)
      try {
        return await run()
      } finally {
        waiting.delete(own)
      }
    },
    async serve(run, count = 1) {
      const begun = now()
      try {
        return await run()
      } finally {
        averageMs += ((now() - begun) / count - averageMs) * weight
      }
    },
    estimateMs(length, since) {
      if (length < fewPerConnection * connections) return 0
      const [first = since === undefined ? undefined : { since }] = waiting
      const oldestMs = first ? now() - first.since - connectMs : 0
      return Math.max(oldestMs, (length * averageMs) / connections)
    },
  }
}
