import type { Counter } from '../../core/model/messages/counter.ts'
import type { MessageCountStore } from '../../core/ports/stores/message-counts.ts'
import { type Database, demanded, prepareRead, prepareStep } from '../engine/database.ts'
import type { MessageCountRow } from '../schema.ts'
import { eventInsert } from './events.ts'

export function sqlMessageCounts(db: Database): MessageCountStore {
  const raise = raiseCount(db)
  const find = findCount(db)
  const insertEvent = eventInsert(db)
  return {
    async raise(appId, counters, { expiresAt, events }) {
      // A counter's first step is an insert, which asks for no limit.
      if (counters.some(({ most }) => most < 1)) return false
      const rows = counters.map(({ id, most }: Counter) =>
        demanded(raise({ app_id: appId, id, count: 1, expires_at: expiresAt, most })),
      )
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
  prepareStep('message_counts', ({ app_id, id, count, expires_at, most }: MessageCountRow & { most: number }) =>
    query
      .insertInto('message_counts')
      .values({ app_id, id, count, expires_at })
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
