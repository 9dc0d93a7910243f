import type { auditRoutes } from '@thumbturn/contract/admin/audit.ts'
import { badRequest } from '../../core/errors.ts'
import type { AuditEntry } from '../../core/model/audit/entry.ts'
import type { HandlersOf } from '../call.ts'
import { timestamp } from '../timestamp.ts'

const toResponse = ({ at, actorKind: kind, actorId: id, actorName: name, ...entry }: AuditEntry) => ({
  ...entry,
  at: timestamp(at),
  actor: { kind, id, name },
  before: entry.before && { ...entry.before },
  after: entry.after && { ...entry.after },
})

function parseTime(name: string, text: string | undefined): number | undefined {
  const at = text === undefined ? undefined : Date.parse(text)
  // The validator accepts a leap second, which no clock of ours has.
  if (Number.isNaN(at)) throw badRequest(`${name} is no time`)
  return at
}

export const audit = {
  async auditList({ query }, { core }) {
    const { application, actor, action, before } = query
    const [since, until] = [parseTime('since', query.since), parseTime('until', query.until)]
    const limit = Number(query.limit ?? 100)
    const found = await core.store.audit.list({ application, actor, action, before, since, until, limit: limit + 1 })
    const entries = found.slice(0, limit)
    return { entries: entries.map(toResponse), next: found.length > limit ? entries.at(-1)?.id : undefined }
  },
} satisfies HandlersOf<typeof auditRoutes>
