import { sql } from 'kysely'
import type { Metric, RollUpCursor } from '../../core/model/analytics/roll-up.ts'
import { beyondEveryId } from '../../core/model/events/ids.ts'
import type { RollUpStore } from '../../core/ports/stores/roll-ups.ts'
import type { Facts } from '../../core/writes.ts'
import { json, number, type StoredRow, table, text } from '../columns.ts'
import { type Database, prepareFind, prepareInsert, prepareRead, prepareStep, required } from '../engine/database.ts'
import { selectJsonRows } from '../engine/json-rows.ts'
import { events } from './events.ts'

export const rollUps = table(
  'roll_ups',
  {
    appId: text(),
    day: number(),
    metric: text<Metric>(),
    dimension: text(),
    counts: json<readonly number[]>(),
    total: number(),
  },
  ['app_id', 'day', 'metric', 'dimension'],
)

export const rollUpCursors = table(
  'roll_up_cursors',
  { appId: text(), position: text(), version: number(), feedEnd: number() },
  ['app_id'],
)

declare module '../schema.ts' {
  interface Tables {
    roll_ups: StoredRow<typeof rollUps>
    roll_up_cursors: StoredRow<typeof rollUpCursors>
  }
}

/**
 * Reading and counting block the service on SQLite: this many events take about two milliseconds each. Fewer would cost more, as
 * every batch writes the counts that it changes as a whole.
 */
const lookedAt = 500
const mostCounted = 250

const countedEvents = events.prefixed('', ['id', 'at', 'type', 'userId', 'reason', 'detail'])

export function rollUpReads(db: Database): RollUpStore {
  const findCursor = prepareFind(db, rollUpCursors, ['appId'])
  const listDay = prepareFind(db, rollUps, ['appId', 'day'])
  const listRange = prepareRange(db)
  const { findEnd, uncounted } = uncountedReads(db)
  return {
    findCursor: async (appId) => (await findCursor({ appId }))[0],
    listDay: (appId, day) => listDay({ appId, day }),
    async list(appId, { metrics, from, to, limit, after }) {
      const { day, metric, dimension } = after ?? { day: from - 1, metric: '' as Metric, dimension: '' }
      const range = { from, to, day, metric, dimension, limit }
      return (await listRange({ appId, ...range, metrics: `|${metrics.join('|')}|` })).map(rollUps.load)
    },
    async listUncounted(appId, after) {
      const [last] = await findEnd({ appId, after, skipped: lookedAt - 1 })
      const upTo = last?.id ?? beyondEveryId
      const found = (await uncounted({ appId, after, upTo, limit: mostCounted })).map(countedEvents.load)
      return { events: found, end: found.length === mostCounted ? found.at(-1)?.id : last?.id }
    },
  }
}

type Range = { appId: string; metrics: string; from: number; to: number; limit: number }
type Key = { day: number; metric: Metric; dimension: string }

/** In the order of the primary key, from the row after that key on. */
const prepareRange = (db: Database) =>
  prepareRead(db, (given: Range & Key) =>
    db.query
      .selectFrom('roll_ups')
      .select(rollUps.columns)
      .where('app_id', '=', given.appId)
      .where('day', '>=', given.from)
      .where('day', '<=', given.to)
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('day', 'metric', 'dimension'), '>', tuple(given.day, given.metric, given.dimension)),
      )
      .where(sql<boolean>`${given.metrics} like '%|' || metric || '|%'`)
      .orderBy('day')
      .orderBy('metric')
      .orderBy('dimension')
      .limit(given.limit),
  )

function uncountedReads(db: Database) {
  return {
    findEnd: prepareRead(db, (given: { appId: string; after: string; skipped: number }) =>
      db.query
        .selectFrom('events')
        .select('id')
        .where('app_id', '=', given.appId)
        .where('id', '>', given.after)
        .orderBy('id')
        .limit(1)
        .offset(given.skipped),
    ),
    uncounted: prepareRead(db, (given: { appId: string; after: string; upTo: string; limit: number }) =>
      db.query
        .selectFrom('events')
        .select(countedEvents.columns)
        .where('app_id', '=', given.appId)
        .where('id', '>', given.after)
        .where('id', '<=', given.upTo)
        .where(isUncounted(given.appId))
        .orderBy('id')
        .limit(given.limit),
    ),
  }
}

// Counting makes both engines look up each event by the key; for `not exists`, PostgreSQL can decide to read all.
const isUncounted = (
  appId: string,
) => sql<boolean>`(select count(*) from user_events where user_events.app_id = ${appId}
  and user_events.user_id = coalesce(events.user_id, '') and user_events.id = events.id) = 0`

export function rollUpWrites(db: Database) {
  const start = prepareInsert(db, rollUpCursors)
  const advance = prepareStep('roll_up_cursors', (given: RollUpCursor) =>
    db.query
      .updateTable('roll_up_cursors')
      .set(({ eb }) => ({ position: given.position, version: eb('version', '+', 1), feed_end: given.feedEnd }))
      .where('app_id', '=', given.appId)
      .where('version', '=', given.version),
  )
  const put = prepareStep('roll_ups', ({ rows }: { rows: string }) => {
    const source = selectJsonRows(db, { rows, columns: ['text', 'integer', 'text', 'text', 'text', 'integer'] })
    return {
      compile: () =>
        sql`insert into roll_ups (app_id, day, metric, dimension, counts, total) ${source}
          on conflict (app_id, day, metric, dimension) do update set counts = excluded.counts, total = excluded.total`.compile(
          db.query,
        ),
    }
  })
  return {
    advanceRollUp: (cursor: Facts['advanceRollUp']) =>
      cursor.version === 0 ? start({ ...cursor, version: 1 }) : required(advance(cursor)),
    putRollUps: (changed: Facts['putRollUps']) => put({ rows: JSON.stringify(changed.map(toJsonRow)) }),
  }
}

const toJsonRow = (rollUp: Facts['putRollUps'][number]) => {
  const row = rollUps.store(rollUp)
  return [row.app_id, row.day, row.metric, row.dimension, row.counts, row.total]
}
