import type { AuditEntry, AuditQuery } from '../../model/audit/entry.ts'

/** Reads the audit log. */
export interface AuditStore {
  /** Newest first, at most `limit`. */
  list(query: AuditQuery): Promise<AuditEntry[]>
}
