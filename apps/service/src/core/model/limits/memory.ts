import { clockToleranceMs, type Limiter, refillInterval } from '../../ports/limiter.ts'

/** How many keys one generation holds: some 10 MB in the worst case, several times what a busy installation sees in a minute. */
const mostKeys = 50_000

/**
 * Counts in the memory of this process. It keeps two generations: a key that is used moves into the younger one, and what
 * the older one still holds when the younger is full, or has lasted longer than any limit remembers, is forgotten. So the
 * keys that are used most stay, and a million addresses cannot fill the memory.
 */
export function memoryLimiter(monotonic: () => number, most = mostKeys): Limiter & { size(): number } {
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
      // A clock that only claims to be monotonic must not lock anyone out.
      const fullAt = kept > at + windowMs + clockToleranceMs ? at : Math.max(kept, at)
      const waitMs = fullAt + refillInterval(limit) - at - windowMs
      // What is refused is not counted: whoever keeps knocking waits no longer for it.
      young.set(key, waitMs > 0 ? fullAt : fullAt + refillInterval(limit))
      return Math.max(0, waitMs)
    },
    forget: async () => {},
    size: () => young.size + old.size,
  }
}
