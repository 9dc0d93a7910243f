import type { ActorKind, AuditAction } from '@thumbturn/contract/vocabulary/audit.ts'
import type { AuditQuery, AuditValues } from '../../core/model/audit/entry.ts'
import { beyondEveryId, firstIdAt } from '../../core/model/events/ids.ts'
import type { AuditStore } from '../../core/ports/stores/audit.ts'
import { json, number, optional, type StoredRow, table, text } from '../columns.ts'
import { type Database, prepareInsert, prepareRead, prepareStep } from '../engine/database.ts'
import { FORGET_AT_ONCE, inBatches } from './forgetting.ts'

export const auditEntries = table(
  'audit_entries',
  {
    id: text(),
    at: number(),
    actorKind: text<ActorKind>(),
    actorId: text(),
    actorName: text(),
    action: text<AuditAction>(),
    application: optional(text()),
    target: optional(text()),
    before: optional(json<AuditValues>()),
    after: optional(json<AuditValues>()),
    address: optional(text()),
    userAgent: optional(text()),
  },
  ['id'],
)

declare module '../schema.ts' {
  interface Tables {
    audit_entries: StoredRow<typeof auditEntries>
  }
}

type Filter = Required<Omit<AuditQuery, 'application' | 'actor' | 'action'>> & { action: string }

export function auditStore(db: Database): AuditStore {
  const all = listEntries(db)
  const byApplication = listEntries(db, 'application')
  const byActor = listEntries(db, 'actor_id')
  const remove = deleteEntries(db)
  return {
    deleteBefore: (time) => inBatches(db, () => remove({ below: firstIdAt(time) }), { most: mostBatches }),
    async list({ application, actor, action = '', since = 0, until = Number.MAX_SAFE_INTEGER, before, limit }) {
      const filter = { action, since, until, before: before ?? beyondEveryId, limit, actor: actor ?? '' }
      const rows =
        application !== undefined
          ? await byApplication({ ...filter, value: application })
          : await (actor === undefined ? all({ ...filter, value: '' }) : byActor({ ...filter, value: actor }))
      return rows.map(auditEntries.load)
    },
  }
}

/** Each filter with an index has a query of its own, which walks that index from the newest entry. */
const listEntries = (db: Database, column?: 'application' | 'actor_id') =>
  prepareRead(
    db,
    ({ action, since, until, before, limit, actor, value }: Filter & { actor: string; value: string }) => {
      const found = db.query
        .selectFrom('audit_entries')
        .select(auditEntries.columns)
        .where('id', '<', before)
        .where('at', '>=', since)
        .where('at', '<', until)
        .where(({ eb, or, val }) => or([eb(val(action), '=', ''), eb('action', '=', action as AuditAction)]))
        .where(({ eb, or, val }) => or([eb(val(actor), '=', ''), eb('actor_id', '=', actor)]))
        .orderBy('id', 'desc')
        .limit(limit)
      return column === undefined ? found : found.where(column, '=', value)
    },
  )

/** The maximum number of batches that one round deletes. */
const mostBatches = 200

/** IDs begin with the time of their entry, so the oldest ones are the first of the primary key. */
const deleteEntries = ({ query }: Database) =>
  prepareStep('audit_entries', ({ below }: { below: string }) =>
    query
      .deleteFrom('audit_entries')
      .where(({ eb, selectFrom }) =>
        eb(
          'id',
          'in',
          selectFrom('audit_entries').select('id').where('id', '<', below).orderBy('id').limit(FORGET_AT_ONCE),
        ),
      ),
  )

export const auditWrites = (db: Database) => ({ addAuditEntry: prepareInsert(db, auditEntries) })
