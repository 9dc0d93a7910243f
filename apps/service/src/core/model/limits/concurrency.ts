import type { ConcurrencyClass } from '@thumbturn/contract/vocabulary/concurrency-classes.ts'
import { tooMany } from '../../errors.ts'

/** How many calls of a class run at a time: of one caller, and of all callers of this node. */
type Most = { caller: number; node: number; retryAfter: number }

/** A dashboard makes up to ten calls at once. Retry after that many seconds. */
export const concurrencyLimits: Readonly<Record<ConcurrencyClass, Most>> = {
  stream: { caller: 10, node: 100, retryAfter: 30 },
  export: { caller: 5, node: 20, retryAfter: 5 },
  import: { caller: 5, node: 20, retryAfter: 5 },
  report: { caller: 20, node: 60, retryAfter: 1 },
  directory: { caller: 20, node: 40, retryAfter: 1 },
}

/** Counts the calls that run on this node. */
export type Concurrency = {
  /**
   * Begins a call; what it returns ends the call, also if it is called twice. `caller`: a name of who calls, unique in the
   * installation.
   * @throws AppError too_many_requests: as many run as may
   */
  begin(kind: ConcurrencyClass, caller: string): () => void
}

export function createConcurrency(): Concurrency {
  const running = new Map<string, number>()
  const add = (key: string, by: 1 | -1) => {
    const count = (running.get(key) ?? 0) + by
    if (count === 0) running.delete(key)
    else running.set(key, count)
  }
  return {
    begin(kind, caller) {
      const { node, caller: ofCaller, retryAfter } = concurrencyLimits[kind]
      const keys = [kind, `${kind} ${caller}`]
      const isFull = [node, ofCaller].some((most, at) => (running.get(keys[at]!) ?? 0) >= most)
      if (isFull) throw tooMany(retryAfter)
      for (const key of keys) add(key, 1)
      let hasEnded = false
      return () => {
        if (hasEnded) return
        hasEnded = true
        for (const key of keys) add(key, -1)
      }
    },
  }
}
