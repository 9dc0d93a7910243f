/** For so long, what a provider published counts, and so does its failure to publish it. */
const usualAgeMs = 2_000

/** `keptMs`: how long a document counts. `most`: how many are kept, of which the earliest goes first. */
type CacheLimits = { keptMs: number; most: number }

const usualLimits: CacheLimits = { keptMs: usualAgeMs, most: 1_000 }

/** `mostAgeMs`: how old a document can be. `retries`: a failure doesn't count, however recent it is. */
type Demand = { mostAgeMs?: number; retries?: boolean }

/** Reads a document by its URL. */
export type CachedRead<T> = (url: string, demand?: Demand) => Promise<T>

type Entry<T> = { at: number; document: Promise<T>; outcome: 'open' | 'read' | 'failed' }

/** Keeps documents and failures, for seconds by default, so that calls without a session can't cause a request each. */
export function createCache<T>(
  monotonic: () => number,
  load: (url: string) => Promise<T>,
  { keptMs, most }: CacheLimits = usualLimits,
): CachedRead<T> {
  const entries = new Map<string, Entry<T>>()
  const isOver = ({ at, outcome }: Entry<T>, now: number) => now - at >= (outcome === 'failed' ? usualAgeMs : keptMs)
  return (url, { mostAgeMs = keptMs, retries = false } = {}) => {
    const at = monotonic()
    for (const [one, entry] of entries) if (isOver(entry, at)) entries.delete(one)
    const found = entries.get(url)
    if (found?.outcome === 'open') return found.document
    if (found && (found.outcome === 'failed' ? !retries : at - found.at < mostAgeMs)) return found.document
    const entry: Entry<T> = { at, document: load(url), outcome: 'open' }
    const [earliest] = entries.size >= most ? entries.keys() : []
    if (earliest !== undefined) entries.delete(earliest)
    entries.set(url, entry)
    entry.document.then(
      () => {
        entry.outcome = 'read'
      },
      () => {
        entry.outcome = 'failed'
      },
    )
    return entry.document
  }
}
