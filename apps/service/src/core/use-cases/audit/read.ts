import type { Core } from '../../core.ts'
import type { AuditEntry, AuditQuery } from '../../model/audit/entry.ts'

/** Entries, and the last one if there are more after it. */
export type AuditPage = { entries: AuditEntry[]; next: string | undefined }

const perRead = 50
/** Of entries with long values, a page has fewer. */
const mostCharacters = 4_000_000
/** Lets other calls run between reads: on SQLite, a read doesn't wait for anything. */
const breatherMs = 1

/** A page of the audit log, newest first. */
export async function readAuditPage(
  { store, pause }: Pick<Core, 'store' | 'pause'>,
  { limit, before, ...query }: AuditQuery,
): Promise<AuditPage> {
  const entries: AuditEntry[] = []
  let characters = 0
  for (let last = before; ; last = entries.at(-1)!.id) {
    const wanted = Math.min(perRead, limit - entries.length)
    const found = await store.audit.list({ ...query, before: last, limit: wanted + 1 })
    const read = found.slice(0, wanted)
    entries.push(...read)
    characters += JSON.stringify(read).length
    const hasMore = found.length > wanted
    if (!hasMore || entries.length >= limit || characters >= mostCharacters)
      return { entries, next: hasMore ? entries.at(-1)?.id : undefined }
    await pause(breatherMs, new AbortController().signal)
  }
}
