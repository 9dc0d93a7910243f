import type { Counter } from '../../core/model/messages/counter.ts'
import type { MessageCountStore } from '../../core/ports/stores/message-counts.ts'
import { number, type Stored, table, text } from '../columns.ts'
import { type Database, demanded, prepareRead, prepareStep } from '../engine/database.ts'
import { eventInsert } from './events.ts'

const messageCounts = table('message_counts', { appId: text(), id: text(), count: number(), expiresAt: number() }, [
  'app_id',
  'id',
])

declare module '../schema.ts' {
  interface Tables {
    message_counts: Stored<typeof messageCounts>
  }
}

export function sqlMessageCounts(db: Database): MessageCountStore {
  const raise = raiseCount(db)
  const find = findCount(db)
  const insertEvent = eventInsert(db)
  return {
    async raise(appId, counters, { expiresAt, events }) {
      // A counter's first step is an insert, which asks for no limit.
      if (counters.some(({ most }) => most < 1)) return false
      const rows = counters.map(({ id, most }: Counter) => demanded(raise({ appId, id, expiresAt, most })))
      return (await db.atomically([...rows, ...events.map(insertEvent)], { message_counts_missing: false })) ?? true
    },
    async find(appId, id) {
      const [row] = await find({ appId, id })
      return row?.count ?? 0
    },
  }
}

/** One conditional statement, so that no two nodes count the same step. */
const raiseCount = ({ query }: Database) =>
  prepareStep(
    'message_counts',
    ({ appId, id, expiresAt, most }: { appId: string; id: string; expiresAt: number; most: number }) =>
      query
        .insertInto('message_counts')
        .values({ app_id: appId, id, count: 1, expires_at: expiresAt })
        .onConflict((conflict) =>
          conflict
            .columns(['app_id', 'id'])
            .doUpdateSet(({ eb }) => ({ count: eb('message_counts.count', '+', 1) }))
            .where('message_counts.count', '<', most),
        ),
  )

const findCount = (db: Database) =>
  prepareRead(db, ({ appId, id }: { appId: string; id: string }) =>
    db.query.selectFrom('message_counts').select('count').where('app_id', '=', appId).where('id', '=', id),
  )
