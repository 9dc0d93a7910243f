import { clockToleranceMs, type Limiter, refillInterval } from '../../ports/limiter.ts'

/** About 5 MB, several times the keys that a busy installation uses in a minute. */
const mostKeys = 50_000
const crowded = 0.75

/**
 * Counts in the memory of this process. A key is dropped once all of its calls are available again. Only if there are too many
 * others, those that are closest to it are dropped, too: calls from a million addresses can't fill the memory, nor do they free a
 * key that has reached its limit.
 */
export function createMemoryLimiter(monotonic: () => number, most = mostKeys): Limiter & { size(): number } {
  const keys = new Map<string, number>()
  let sweptAt = monotonic()
  let longestMs = 0

  function sweep(at: number) {
    if (keys.size < most && at - sweptAt <= longestMs) return
    sweptAt = at
    dropUntil(at)
    if (keys.size > most * crowded) dropUntil(findMedian(keys))
  }

  function dropUntil(time: number) {
    for (const [key, fullAt] of keys) if (fullAt <= time) keys.delete(key)
  }

  return {
    take(key, limit) {
      const at = monotonic()
      const windowMs = limit.seconds * 1000
      longestMs = Math.max(longestMs, windowMs)
      sweep(at)
      const kept = keys.get(key) ?? at
      // A clock that isn't monotonic after all must not lock anyone out.
      const fullAt = kept > at + windowMs + clockToleranceMs ? at : Math.max(kept, at)
      const waitMs = fullAt + refillInterval(limit) - at - windowMs
      // Rejected calls aren't counted, so retrying early doesn't extend the wait.
      keys.set(key, waitMs > 0 ? fullAt : fullAt + refillInterval(limit))
      return Math.max(0, waitMs)
    },
    forget: async () => {},
    size: () => keys.size,
  }
}

const findMedian = (keys: ReadonlyMap<string, number>) => Float64Array.from(keys.values()).sort()[keys.size >> 1]!
