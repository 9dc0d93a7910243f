import { type Limit, type Limiter, refillInterval } from '../../ports/limiter.ts'
import type { LimitStore } from '../../ports/stores/limits.ts'

/**
 * The part of a limit that one node takes at once, and the part that it takes at the end of a limit. Several nodes together
 * leave less than a tenth unused.
 */
const parts = { usual: 0.01, last: 0.001 }
const countCalls = ({ calls }: Limit, part: number) => Math.max(1, Math.floor(calls * part))

const mostKeys = 50_000

/** This node's share of a key: the calls that it has taken, or none until then. */
type Share = { left: number; until: number; exhausted: boolean }

/** `hash` hides keys from readers of the database. */
type SharedParts = { store: LimitStore; hash(key: string): string; monotonic(): number }

/** After a failover, or once the database's clock is set, nodes differ no longer than this. */
const lookEveryMs = 60_000
/** A longer reading is repeated: it doesn't say how much of it passed after the database had read its clock. */
const longestLookMs = 1_000
const mostLooks = 3

/** The time that all nodes share: the shared clock when it was last read, plus the time since. */
function createSharedClock({ store, monotonic }: Pick<SharedParts, 'store' | 'monotonic'>): () => Promise<number> {
  let lookAt = Number.NEGATIVE_INFINITY
  let lastLook = Promise.resolve(0)
  /** How far the shared clock is ahead of this node's. */
  async function look(left = mostLooks): Promise<number> {
    const before = monotonic()
    const time = await store.time()
    const after = monotonic()
    if (time === undefined) return 0
    return after - before > longestLookMs && left > 1 ? look(left - 1) : time - (before + after) / 2
  }
  return async () => {
    if (monotonic() >= lookAt) {
      lookAt = monotonic() + lookEveryMs
      lastLook = look()
    }
    const ahead = await lastLook.catch((error) => {
      lookAt = Number.NEGATIVE_INFINITY
      throw error
    })
    return monotonic() + ahead
  }
}

/**
 * Counts in the database for all nodes together, never more than the limit. A node takes a hundredth of a limit at once
 * and uses it up locally, so a large limit costs one write in many calls. An exhausted key is looked for again, by a read, when as
 * many calls can be available. However often an attacker calls, each node reads it about a hundred times per window.
 */
export function createSharedLimiter({ store, hash, monotonic }: SharedParts): Limiter {
  const sharedNow = createSharedClock({ store, monotonic })
  let young = new Map<string, Share>()
  let old = new Map<string, Share>()
  const requests = new Map<string, Promise<Share>>()

  function findShare(key: string): Share | undefined {
    const share = young.get(key) ?? old.get(key)
    return share && share.until > monotonic() ? share : undefined
  }

  function remember(key: string, share: Share) {
    if (young.size >= mostKeys) [old, young] = [young, new Map()]
    young.set(key, share)
    return share
  }

  async function requestShare(key: string, limit: Limit): Promise<Share> {
    const [at, now] = [monotonic(), await sharedNow()]
    const usual = countCalls(limit, parts.usual)
    const hidden = hash(key)
    const exhaust = (waitMs: number) => remember(key, { left: 0, until: at + waitMs, exhausted: true })
    if ((young.get(key) ?? old.get(key))?.exhausted) {
      const waitMs = await store.wait(hidden, limit, { calls: usual, now })
      if (waitMs > 0) return exhaust(waitMs)
    }
    let waitMs = 0
    // At the end of a limit, fewer calls than usual are left.
    for (const calls of new Set([usual, countCalls(limit, parts.last)])) {
      waitMs = await store.take(hidden, limit, { calls, now })
      if (waitMs === 0) return remember(key, { left: calls, until: at + limit.seconds * 1000, exhausted: false })
    }
    return exhaust(waitMs + (usual - 1) * refillInterval(limit))
  }

  // Concurrent calls share what is granted.
  function requestShareOnce(key: string, limit: Limit): Promise<Share> {
    const pending = requests.get(key) ?? requestShare(key, limit).finally(() => requests.delete(key))
    requests.set(key, pending)
    return pending
  }

  return {
    forget: async () => store.forget(await sharedNow()),
    async take(key, limit) {
      for (;;) {
        const share = findShare(key)
        if (share?.exhausted) return share.until - monotonic()
        if (share && share.left > 0) {
          share.left -= 1
          return 0
        }
        await requestShareOnce(key, limit)
      }
    },
  }
}
