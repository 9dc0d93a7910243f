import type { ClientDocument } from '../../core/model/authorization/client-document.ts'
import type { ClientDocuments, DocumentAddress, DocumentOutcome } from '../../core/ports/client-documents.ts'

/** The outcome of a request, and how long it counts in milliseconds. */
export type FetchedDocument = { outcome: DocumentOutcome; keptMs: number }

type Entry = {
  pending?: Promise<DocumentOutcome> | undefined
  outcome?: DocumentOutcome
  /** Until when it counts. */
  until: number
  /** The document that counted last, and until when it can stand in for one that can't be read. */
  last?: { document: ClientDocument; until: number }
}

const mostDocuments = 1_000
const staleMs = 24 * 60 * 60_000

/** The same URL is another document for an application that reaches more with it. */
const toKey = ({ url, isListed }: DocumentAddress) => `${isListed ? 'listed' : 'public'} ${url}`

type Source = { monotonic(): number; load(address: DocumentAddress): Promise<FetchedDocument>; most?: number }

/**
 * Keeps documents and failures, of which the one used longest ago goes first: callers who make up URLs can't displace a client that is
 * in use.
 */
export function createDocumentCache({ monotonic, load, most = mostDocuments }: Source): ClientDocuments {
  const entries = new Map<string, Entry>()

  function use(address: DocumentAddress): Entry | undefined {
    const key = toKey(address)
    const entry = entries.get(key)
    if (!entry) return undefined
    entries.delete(key)
    entries.set(key, entry)
    return entry
  }

  function add(address: DocumentAddress): Entry {
    const [oldest] = entries.size >= most ? entries.keys() : []
    if (oldest !== undefined) entries.delete(oldest)
    const entry: Entry = { until: 0 }
    entries.set(toKey(address), entry)
    return entry
  }

  async function refresh(entry: Entry, address: DocumentAddress): Promise<DocumentOutcome> {
    const { outcome, keptMs } = await load(address).finally(() => {
      entry.pending = undefined
    })
    entry.outcome = outcome
    entry.until = monotonic() + keptMs
    if ('document' in outcome) entry.last = { document: outcome.document, until: entry.until + staleMs }
    // Its client says that it no longer is what it was.
    if ('problem' in outcome) delete entry.last
    return outcome
  }

  return {
    findKept(address) {
      const entry = use(address)
      if (entry?.pending) return entry.pending
      return entry?.outcome && monotonic() < entry.until ? entry.outcome : undefined
    },
    read(address) {
      const entry = use(address) ?? add(address)
      entry.pending ??= refresh(entry, address)
      return entry.pending
    },
    findStale(address) {
      const last = entries.get(toKey(address))?.last
      return last && monotonic() < last.until ? last.document : undefined
    },
  }
}
