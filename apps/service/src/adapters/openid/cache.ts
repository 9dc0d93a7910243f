/** For so long, what a provider published counts, and so does its failure to publish it. */
const usualAgeMs = 2_000

/** `mostAgeMs`: how old a document can be. `retries`: a failure doesn't count, however recent it is. */
type Demand = { mostAgeMs?: number; retries?: boolean }

/** Reads a document by its URL. */
export type CachedRead<T> = (url: string, demand?: Demand) => Promise<T>

type Entry<T> = { at: number; document: Promise<T>; outcome: 'open' | 'read' | 'failed' }

/** Keeps documents and failures for seconds, so that calls without a session can't cause a request to the provider each. */
export function createCache<T>(monotonic: () => number, load: (url: string) => Promise<T>): CachedRead<T> {
  const entries = new Map<string, Entry<T>>()
  return (url, { mostAgeMs = usualAgeMs, retries = false } = {}) => {
    const at = monotonic()
    for (const [one, entry] of entries) if (at - entry.at >= usualAgeMs) entries.delete(one)
    const found = entries.get(url)
    if (found?.outcome === 'open') return found.document
    if (found && (found.outcome === 'failed' ? !retries : at - found.at < mostAgeMs)) return found.document
    const entry: Entry<T> = { at, document: load(url), outcome: 'open' }
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
