import type { Core } from '../../core.ts'
import type { AuditEntry, AuditQuery } from '../../model/audit/entry.ts'
import { createTextFilter } from '../../model/audit/text-filter.ts'

/** Entries, and the last one if there are more after it. */
export type AuditPage = { entries: AuditEntry[]; next: string | undefined }

const perRead = 50
/** Of entries with long values, a page has fewer. */
const mostCharacters = 4_000_000
/** Lets other calls run between reads: on SQLite, a read doesn't wait for anything. */
const breatherMs = 1

/** How many entries one call searches for a text. */
const mostLookedAt = 5_000

/** The filters of a page. `text`: words that each entry contains. */
type PageQuery = AuditQuery & { text?: string | undefined }

/** A page of the audit log, newest first. While it has `next`, there may be more, even if nothing was found. */
export async function readAuditPage(
  { store, pause }: Pick<Core, 'store' | 'pause'>,
  { limit, before, text, ...query }: PageQuery,
): Promise<AuditPage> {
  const entries: AuditEntry[] = []
  const contains = createTextFilter(text)
  let [last, characters, lookedAt] = [before, 0, 0]
  for (;;) {
    const found = await store.audit.list({ ...query, before: last, limit: perRead + 1 })
    const read = take(found.slice(0, perRead), contains, limit - entries.length)
    entries.push(...read.matches)
    characters += JSON.stringify(read.matches).length
    lookedAt += read.count
    last = found[read.count - 1]?.id
    const hasMore = found.length > read.count
    if (!hasMore || entries.length >= limit || characters >= mostCharacters || lookedAt >= mostLookedAt)
      return { entries, next: hasMore ? last : undefined }
    await pause(breatherMs, new AbortController().signal)
  }
}

/** The first `limit` matches; `count`: how many entries were looked at to find them. */
function take(found: readonly AuditEntry[], isMatch: (entry: AuditEntry) => boolean, limit: number) {
  const matches: AuditEntry[] = []
  let count = 0
  for (const entry of found) {
    if (matches.length === limit) break
    if (isMatch(entry)) matches.push(entry)
    count++
  }
  return { matches, count }
}
