import { clockToleranceMs, type Limiter, refillInterval } from '../../ports/limiter.ts'

/** The keys that each of the two maps holds: about 10 MB at most, several times what a busy installation sees in a minute. */
const mostKeys = 50_000

/**
 * Counts in the memory of this process, in two maps: a key that is used moves to the younger one. When the younger map is
 * full or older than the longest window, it replaces the older one, whose remaining keys are dropped. Frequently used keys
 * stay, and a million addresses can't fill the memory.
 */
export function createMemoryLimiter(monotonic: () => number, most = mostKeys): Limiter & { size(): number } {
  let young = new Map<string, number>()
  let old = new Map<string, number>()
  let bornAt = monotonic()
  let longestMs = 0

  function age(at: number) {
    if (young.size < most && at - bornAt <= longestMs) return
    old = young
    young = new Map()
    bornAt = at
  }

  return {
    take(key, limit) {
      const at = monotonic()
      const windowMs = limit.seconds * 1000
      longestMs = Math.max(longestMs, windowMs)
      age(at)
      const kept = young.get(key) ?? old.get(key) ?? at
      // A clock that isn't monotonic after all must not lock anyone out.
      const fullAt = kept > at + windowMs + clockToleranceMs ? at : Math.max(kept, at)
      const waitMs = fullAt + refillInterval(limit) - at - windowMs
      // Rejected calls aren't counted, so retrying early doesn't extend the wait.
      young.set(key, waitMs > 0 ? fullAt : fullAt + refillInterval(limit))
      return Math.max(0, waitMs)
    },
    forget: async () => {},
    size: () => young.size + old.size,
  }
}
