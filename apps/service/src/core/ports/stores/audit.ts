import type { AuditEntry, AuditQuery } from '../../model/audit/entry.ts'

/** The audit log, apart from the entries that use cases write. */
export interface AuditStore {
  /** Newest first, at most `limit`. */
  list(query: AuditQuery): Promise<AuditEntry[]>
  /** Deletes what is older, at most 20,000 entries; returns how many. */
  deleteBefore(time: number): Promise<number>
}
