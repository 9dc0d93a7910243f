import type { ActorKind, AuditAction } from '@thumbturn/contract/vocabulary/audit.ts'

/** The author of a change: a member, an admin key, an operator at the command line, or the service. */
export type Actor = { kind: ActorKind; id: string; name: string }

/** Values by the names of fields; secrets never. */
export type AuditValues = Readonly<Record<string, unknown>>

/** One administrative change. Times are milliseconds since 1970. */
export type AuditEntry = {
  /** Sorts by time. */
  id: string
  at: number
  actorKind: ActorKind
  actorId: string
  actorName: string
  action: AuditAction
  /** The application that it concerns; undefined if it concerns the installation. */
  application: string | undefined
  /** The id of what was changed. */
  target: string | undefined
  before: AuditValues | undefined
  after: AuditValues | undefined
  address: string | undefined
  userAgent: string | undefined
}

/** Empty texts and undefined filter nothing. `before`: only entries older than the one with that id. */
export type AuditQuery = {
  application?: string | undefined
  actor?: string | undefined
  action?: string | undefined
  since?: number | undefined
  until?: number | undefined
  before?: string | undefined
  limit: number
}
