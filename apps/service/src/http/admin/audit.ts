import type { auditRoutes } from '@thumbturn/contract/admin/audit.ts'
import type { AuditEntry } from '../../core/model/audit/entry.ts'
import { readAuditPage } from '../../core/use-cases/audit/read.ts'
import type { HandlersOf } from '../call.ts'
import { parseTimestamp, timestamp } from '../timestamp.ts'

const toResponse = ({ at, actorKind: kind, actorId: id, actorName: name, ...entry }: AuditEntry) => ({
  ...entry,
  at: timestamp(at),
  actor: { kind, id, name },
  before: entry.before && { ...entry.before },
  after: entry.after && { ...entry.after },
})

export const audit = {
  async auditList({ query }, { core }) {
    const { application, actor, action, text, before } = query
    const [since, until] = [parseTimestamp(query.since), parseTimestamp(query.until)]
    const limit = Number(query.limit ?? 100)
    const page = await readAuditPage(core, { application, actor, action, text, before, since, until, limit })
    return { entries: page.entries.map(toResponse), next: page.next }
  },
} satisfies HandlersOf<typeof auditRoutes>
