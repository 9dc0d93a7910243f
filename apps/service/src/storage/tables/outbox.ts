import type { OutboxMessage } from '../../core/model/messages/outbox-message.ts'
import type { OutboxStore } from '../../core/ports/stores/outbox.ts'
import { hidden, json, number, type Stored, table, text } from '../columns.ts'
import { type Database, prepareInsert, prepareRead } from '../engine/database.ts'

/** Codes in plain must not lie about for long, whoever forgot them there. */
const KEPT_MS = 24 * 60 * 60_000

const outbox = table('outbox', { appId: text(), id: text(), content: json<object>(), expiresAt: hidden(number()) }, [
  'app_id',
  'id',
])

declare module '../schema.ts' {
  interface Tables {
    outbox: Stored<typeof outbox>
  }
}

export function sqlOutbox(db: Database): OutboxStore {
  const insert = prepareInsert(db, outbox)
  const { list, find } = outboxReads(db)
  return {
    async add({ appId, id, ...content }) {
      await db.atomically([insert({ appId, id, content, expiresAt: content.createdAt + KEPT_MS })])
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
    db.query.selectFrom('outbox').select(outbox.columns).where('app_id', '=', appId).orderBy('id', 'desc').limit(limit),
  ),
  find: prepareRead(db, ({ appId, id }: { appId: string; id: string }) =>
    db.query.selectFrom('outbox').select(outbox.columns).where('app_id', '=', appId).where('id', '=', id),
  ),
})

const toMessage = (row: Parameters<typeof outbox.load>[0]): OutboxMessage => {
  const { content, ...rest } = outbox.load(row)
  return { ...rest, ...content } as OutboxMessage
}
