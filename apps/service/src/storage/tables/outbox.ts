import type { OutboxMessage } from '../../core/model/messages/outbox-message.ts'
import type { OutboxStore } from '../../core/ports/stores/outbox.ts'
import { type Database, prepareInsert, prepareRead } from '../engine/database.ts'

/** Codes in plain must not lie about for long, whoever forgot them there. */
const KEPT_MS = 24 * 60 * 60_000

export function sqlOutbox(db: Database): OutboxStore {
  const insert = prepareInsert(db, 'outbox')
  const { list, find } = outboxReads(db)
  return {
    async add({ appId, id, ...content }) {
      const row = { app_id: appId, id, content: JSON.stringify(content), expires_at: content.createdAt + KEPT_MS }
      await db.atomically([insert(row)])
    },
    async list(appId, limit) {
      return (await list({ appId, limit })).map(toMessage)
    },
    async find(appId, id) {
      const [row] = await find({ appId, id })
      return row && toMessage(row)
    },
  }
}

/** Ids are time-ordered. */
const outboxReads = (db: Database) => ({
  list: prepareRead(db, ({ appId, limit }: { appId: string; limit: number }) =>
    db.query
      .selectFrom('outbox')
      .select(['app_id', 'id', 'content'])
      .where('app_id', '=', appId)
      .orderBy('id', 'desc')
      .limit(limit),
  ),
  find: prepareRead(db, ({ appId, id }: { appId: string; id: string }) =>
    db.query.selectFrom('outbox').select(['app_id', 'id', 'content']).where('app_id', '=', appId).where('id', '=', id),
  ),
})

const toMessage = (row: { app_id: string; id: string; content: string }) =>
  ({ appId: row.app_id, id: row.id, ...(JSON.parse(row.content) as object) }) as OutboxMessage
